import { startSimulator } from "pulumi-cloudplatform-simulator";
import { heading, note, summary } from "./print.mjs";
import { Interrupted, Stack } from "./stack.mjs";

const NETWORK = "d0b5a3f6-7e4e-4a35-9ad2-5a1d6f3f9a10";
const SUBNET = "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2";
const KEY = "demo-key";

/** What the stack declares: a router with an external gateway, a subnet, and a route. */
const edge = {
  projectId: 1234,
  regionId: 76,
  name: "edge",
  externalGatewayInfo: { networkId: NETWORK },
  interfaces: [{ subnetId: SUBNET }],
  routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
};

/** A router from creation to deletion, with the real CLI, against the simulator. Returns the exit code. */
export async function run() {
  const platform = await startSimulator({ apiKeys: [KEY], taskTime: { min: 2000, max: 4000 } });
  platform.subnets.add({ id: SUBNET, cidr: "10.0.2.0/24" });
  const stack = new Stack({ baseUrl: platform.url, apiKey: KEY });
  try {
    await steps(stack, platform);
    summary(platform);
    return 0;
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof Interrupted ? "Interrupted." : `The demo failed: ${error.message}`}\n`,
    );
    return error instanceof Interrupted ? 130 : 1;
  } finally {
    stack.remove();
    await platform.close();
  }
}

async function steps(stack, platform) {
  heading(
    "A new stack of the project in this repository: resources in the configuration, the state in a temporary folder",
  );
  await stack.create();
  stack.declare({ edge });
  note(stack.configuration());

  heading("Preview: shows what up will create, and sends no request");
  await stack.pulumi(["preview"]);

  heading("Up: creates the router, and waits for the platform's task");
  await stack.pulumi(["up", "--yes", "--skip-preview"]);

  heading("A change of the configuration: another name, and one more route");
  const routes = [...edge.routes, { destination: "192.168.8.0/24", nexthop: "10.0.2.13" }];
  stack.declare({ edge: { ...edge, name: "edge-router", routes } });
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
