import { startSimulator } from "pulumi-cloudplatform-simulator";
import { heading, note, summary } from "./print.mjs";
import { Interrupted, Stack } from "./stack.mjs";

const NETWORK = "d0b5a3f6-7e4e-4a35-9ad2-5a1d6f3f9a10";
const SUBNET = "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2";
const KEY = "demo-key";

/** What the stack declares: one router with a way out, a subnet, and a route behind it. */
const edge = {
  projectId: 1234,
  regionId: 76,
  name: "edge",
  externalGatewayInfo: { networkId: NETWORK },
  interfaces: [{ subnetId: SUBNET }],
  routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
};

/** The whole life of a router, through the real CLI, against the simulator. Resolves to the exit code. */
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
  heading("A stack that is configuration alone: the root project, a new stack, a backend in a folder");
  await stack.create();
  stack.declare({ edge });
  note(stack.configuration());

  heading("Preview: what would be made; the platform is not asked to do anything");
  await stack.pulumi(["preview"]);

  heading("Up: the router is created, and the platform's task awaited");
  await stack.pulumi(["up", "--yes", "--skip-preview"]);

  heading("A change in the stack: another name, one more route");
  const routes = [...edge.routes, { destination: "192.168.8.0/24", nexthop: "10.0.2.13" }];
  stack.declare({ edge: { ...edge, name: "edge-router", routes } });
  await stack.pulumi(["up", "--yes"]);

  heading("A change behind Pulumi's back: somebody removes the routes and turns source NAT off");
  const [router] = platform.routers.all();
  platform.routers.change(router.id, {
    routes: [],
    external_gateway_info: { ...router.external_gateway_info, enable_snat: false },
  });
  await stack.pulumi(["refresh", "--preview-only", "--diff", "--expect-no-changes"], { exitCode: 7 });
  note(
    "Exit code 7: that is a pipeline's check for drift. The routes are declared here; source NAT is not, and so is nobody's business.",
  );

  heading("Up again: what is declared is put right, what is not is left alone");
  await stack.pulumi(["up", "--refresh", "--yes", "--skip-preview"]);

  heading("Destroy");
  await stack.pulumi(["destroy", "--yes", "--skip-preview"]);
  const left = platform.routers.all().length;
  if (left > 0) throw new Error(`${left} router(s) are still there`);
}
