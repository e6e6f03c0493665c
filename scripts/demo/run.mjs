import { startSimulator } from "pulumi-cloudplatform-simulator";
import { heading, note, summary } from "./print.mjs";
import { Interrupted, Stack } from "./stack.mjs";

const NETWORK = "d0b5a3f6-7e4e-4a35-9ad2-5a1d6f3f9a10";
const SUBNET = "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2";
const KEY = "demo-key";

/** The inputs of the router, by their paths in the list of routers. */
const EDGE = {
  projectId: 1234,
  regionId: 76,
  name: "edge",
  "externalGatewayInfo.networkId": NETWORK,
  "interfaces[0].subnetId": SUBNET,
  "routes[0].destination": "192.168.7.0/24",
  "routes[0].nexthop": "10.0.2.13",
};

/** What a later change sets. */
const CHANGE = {
  name: "edge-router",
  "routes[1].destination": "192.168.8.0/24",
  "routes[1].nexthop": "10.0.2.13",
};

/** A router from creation to deletion, with the real CLI, against the simulator. Returns the exit code. */
export async function run() {
  const platform = await startSimulator({ apiKeys: [KEY], taskTime: { min: 2000, max: 4000 } });
  platform.subnets.add({ id: SUBNET, cidr: "10.0.2.0/24" });
  let stack;
  try {
    stack = new Stack();
    await steps(stack, platform);
    summary(platform);
    return 0;
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof Interrupted ? "Interrupted." : `The demo failed: ${error.message}`}\n`,
    );
    return error instanceof Interrupted ? 130 : 1;
  } finally {
    stack?.remove();
    await platform.close();
  }
}

async function steps(stack, platform) {
  heading("A new stack of the project in this repository, for the simulator on this machine");
  await stack.pulumi(["stack", "init", "demo"]);
  await stack.pulumi(["config", "set", "cloudplatform:baseUrl", platform.url]);
  await stack.pulumi(["config", "set", "--secret", "cloudplatform:apiKey", KEY]);

  heading("Configuration: the program, examples/declarative, creates the routers that the stack lists");
  await stack.pulumi(configure(EDGE));
  note(stack.configuration());

  heading("Preview: shows what up will do. It asks the platform, with GET requests only");
  await stack.pulumi(["preview"]);

  heading("Up: creates the router, and waits for the platform's task");
  await stack.pulumi(["up", "--yes", "--skip-preview"]);

  heading("A change of the configuration: another name, and one more route");
  await stack.pulumi(configure(CHANGE));
  await stack.pulumi(["up", "--yes"]);

  heading("Drift: somebody removes the routes and disables source NAT outside of Pulumi");
  const [router] = platform.routers.all();
  platform.routers.change(router.id, {
    routes: [],
    external_gateway_info: { ...router.external_gateway_info, enable_snat: false },
  });
  await stack.pulumi(["refresh", "--preview-only", "--diff", "--expect-no-changes"], { exitCode: 7 });
  note(
    "Exit code 7 means drift, so a pipeline can check for it. The routes are declared. Source NAT is not declared, so its change is no drift.",
  );

  heading("Up: reads all objects first, sets the declared inputs again, and changes nothing else");
  await stack.pulumi(["up", "--yes", "--skip-preview"]);

  heading("Destroy");
  await stack.pulumi(["destroy", "--yes", "--skip-preview"]);
  const left = platform.routers.all().length;
  if (left > 0) throw new Error(`${left} router(s) are left at the platform`);
}

/** The arguments that set inputs of the router in the configuration. */
function configure(inputs) {
  const values = Object.entries(inputs).map(([path, value]) => `routers.edge.${path}=${value}`);
  return ["config", "set-all", "--path", ...values.flatMap((value) => ["--plaintext", value])];
}
