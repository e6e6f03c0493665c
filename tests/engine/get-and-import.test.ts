import { beforeAll, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK, OFFICE } from "../support/platform";

// `get` and the option `import`, with the real CLI: for objects that Pulumi did not create.

const { platform, stack } = useDeployment({ taskTime: 0 });

const ROUTE = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
const INPUTS = {
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
  interfaces: [{ subnetId: OFFICE }],
  routes: [ROUTE],
};

let id: string;

/** The router and the threshold, with resource options for each. */
const programOf = (inputs: object, ofRouter: object = {}, ofThreshold: object = {}) => `
  new cloudplatform.Router("edge", ${JSON.stringify(inputs)}, ${JSON.stringify(ofRouter)});
  new cloudplatform.QuotaNotificationThreshold("alerts", { clientId: 5, threshold: 70 }, ${JSON.stringify(ofThreshold)});`;

// The objects are created with another tool.
beforeAll(async () => {
  stack.program(programOf(INPUTS, { retainOnDelete: true }, { retainOnDelete: true }));
  await stack.up();
  await stack.destroy();
  id = platform.routers.all()[0]?.id ?? "";
});

test("get reads objects in previews and updates, and destroy leaves them", async () => {
  stack.program(`
    const edge = cloudplatform.Router.get("edge", "${id}", { projectId: 1, regionId: 2 });
    const alerts = cloudplatform.QuotaNotificationThreshold.get("alerts", "5");
    exports.name = edge.name;
    exports.routes = edge.routes;
    exports.threshold = alerts.threshold;
    exports.ids = [edge.id, edge.routerId, alerts.id];
  `);
  const { stdout } = await stack.preview();
  expect(stdout).not.toContain("unknown");
  await stack.up();
  expect(await stack.outputs()).toEqual({
    name: "edge-router",
    routes: [ROUTE],
    threshold: 70,
    ids: [id, id, "5"],
  });
  await stack.pulumi("preview", "--expect-no-changes");
  await stack.destroy();
  expect(changes(platform)).toEqual([]);
});

test("import adds equal objects to the state, and the option then has no effect", async () => {
  stack.program(programOf(INPUTS, { import: id }, { import: "5" }));
  await stack.up();
  expect((await stack.router()).id).toBe(id);
  await stack.pulumi("preview", "--expect-no-changes");
  stack.program(programOf(INPUTS));
  await stack.pulumi("preview", "--expect-no-changes");
  await stack.refresh("--expect-no-changes");
  expect(changes(platform)).toEqual([]);
});
