import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK, OFFICE } from "../support/platform";

// `get` and the option `import`, with the real CLI: for objects that Pulumi did not create.

const { platform, stack } = useDeployment({ taskTime: 0 });

const ROUTER = "{ projectId: 1, regionId: 2 }";
const INPUTS = `{
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  externalGatewayInfo: { networkId: "${NETWORK}", enableSnat: false },
  interfaces: [{ subnetId: "${OFFICE}" }],
  routes: [{ destination: "10.0.9.0/24", nexthop: "10.0.1.9" }],
}`;

let id: string;

/** The objects, created with another tool. */
async function createObjects(): Promise<void> {
  stack.program(`
    new cloudplatform.Router("edge", ${INPUTS}, { retainOnDelete: true });
    new cloudplatform.QuotaNotificationThreshold("alerts", { clientId: 5, threshold: 70 }, { retainOnDelete: true });
    new cloudplatform.EdgeGroupMembership("partner", { groupId: 7, clientId: 101 }, { retainOnDelete: true });
  `);
  await stack.up();
  await stack.destroy();
  id = platform.routers.all()[0]?.id ?? "";
  platform.clearRequests();
}

test("get reads objects in previews and updates, and destroy leaves them", async () => {
  await createObjects();
  stack.program(`
    const edge = cloudplatform.Router.get("edge", "${id}", ${ROUTER});
    const alerts = cloudplatform.QuotaNotificationThreshold.get("alerts", "5");
    const partner = cloudplatform.EdgeGroupMembership.get("partner", "7/101");
    exports.name = edge.name;
    exports.routes = edge.routes;
    exports.threshold = alerts.threshold;
    exports.member = partner.clientId;
  `);
  await stack.up();
  expect(await stack.outputs()).toEqual({
    name: "edge-router",
    routes: [{ destination: "10.0.9.0/24", nexthop: "10.0.1.9" }],
    threshold: 70,
    member: 101,
  });
  await stack.pulumi("preview", "--expect-no-changes");
  await stack.destroy();
  expect(changes(platform)).toEqual([]);
});

test("import shows the differences in the preview, and imports nothing", async () => {
  const inputs = INPUTS.replace('"edge-router"', '"another-name"').replace(
    "enableSnat: false",
    "enableSnat: true",
  );
  stack.program(`new cloudplatform.Router("edge", ${inputs}, { import: "${id}" });`);
  const { output } = await failing(stack.preview());
  expect(output).toMatch(
    /name value \{another-name\} has a problem: differs from the existing object.*"edge-router"/,
  );
  expect(output).toMatch(/externalGatewayInfo value .* differs from the existing object.*"enableSnat":false/);
  expect(changes(platform)).toEqual([]);
});

test("import adds equal objects to the state, and the option then has no effect", async () => {
  stack.program(`
    new cloudplatform.Router("edge", ${INPUTS}, { import: "${id}" });
    new cloudplatform.QuotaNotificationThreshold("alerts", { clientId: 5, threshold: 70 }, { import: "5" });
  `);
  await stack.up();
  expect((await stack.router()).id).toBe(id);
  await stack.pulumi("preview", "--expect-no-changes");
  stack.program(`
    new cloudplatform.Router("edge", ${INPUTS});
    new cloudplatform.QuotaNotificationThreshold("alerts", { clientId: 5, threshold: 70 });
  `);
  await stack.pulumi("preview", "--expect-no-changes");
  await stack.pulumi("refresh", "--yes", "--expect-no-changes");
  expect(changes(platform)).toEqual([]);
});
