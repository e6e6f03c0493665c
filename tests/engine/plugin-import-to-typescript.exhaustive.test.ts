import { beforeAll, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes, OFFICE } from "../support/platform";
import { portOf } from "../unit/resources/router/setup";

// What Pulumi's own import has taken into a stack, a program in TypeScript takes over, without an alias of its own: the type of the
// plugin becomes that of the class, and nothing else changes.

const { platform, stack } = useDeployment({ taskTime: 0 });

const ROUTE = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
const INTERFACES = [portOf(OFFICE, "10.0.1.5")];
const PROJECT = `name: demo
runtime: nodejs
plugins:
  providers:
    - name: cloudplatform
      path: node_modules/pulumi-cloudplatform/plugin
`;

const router = () => platform.routers.all()[0];

const OFFICE_COMPONENT = `
class Office extends pulumi.ComponentResource {
  constructor(name: string) {
    super("my:office:Office", name);
  }
}
const office = new Office("office");`;
const OFFICE_URN = "urn:pulumi:dev::demo::my:office:Office::office";

const importByPlugin = (type: string, name: string, id: string, ...options: string[]) =>
  stack.pulumi(
    ...["import", `cloudplatform:index:${type}`, name, id, ...options, "--yes", "--generate-code=false"],
  );

function declareRouter(inputs: object): void {
  const declared = JSON.stringify({ projectId: 1, regionId: 2, name: "edge", ...inputs });
  stack.program(`${OFFICE_COMPONENT}
new cloudplatform.Router("edge", ${declared}, { parent: office });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 80 });`);
}

/** Has the plugin import a router of the platform. Returns its id. */
async function importRouter(...options: string[]): Promise<string> {
  const { id } = platform.routers.add({
    ...{ projectId: 1, regionId: 2, name: "edge" },
    ...{ routes: [ROUTE], interfaces: INTERFACES },
  });
  await importByPlugin("Router", "edge", `1/2/${id}`, ...options);
  return id;
}

beforeAll(async () => {
  stack.write("Pulumi.yaml", PROJECT);
  stack.program(OFFICE_COMPONENT);
  await stack.up();
  await importRouter("--parent", `office=${OFFICE_URN}`);
  platform.quotas.setThreshold(42, 80);
  await importByPlugin("QuotaNotificationThreshold", "early", "42");
});

test("a program takes over what the plugin has imported, and no run shows a change", async () => {
  declareRouter({ externalGatewayInfo: null, routes: [ROUTE] });
  await stack.preview("--diff", "--expect-no-changes");
  await stack.up("--expect-no-changes");
  await stack.drift();
  await stack.up("--expect-no-changes", "--refresh");
  expect(changes(platform)).toEqual([]);
  // The class has replaced the type of the plugin, and the protection of the import has ended.
  const [state] = await stack.resources();
  expect(state).toMatchObject({
    id: router()?.id,
    urn: expect.stringContaining("my:office:Office$pulumi-nodejs:dynamic/"),
  });
  expect(state).not.toHaveProperty("protect");
  expect(state).not.toHaveProperty("aliases");
  expect(await stack.export()).not.toContain("cloudplatform:index");
});

test("drift is named in the row of the preview, as the program's inputs are the same as before", async () => {
  platform.routers.change(router()?.id ?? "", { name: "hotfix" });
  const preview = await stack.preview("--refresh");
  expect(preview.stdout).toContain('name is not as declared: `up` changes it from "hotfix" to "edge"');
  await stack.up("--refresh");
  expect(router()).toMatchObject({ name: "edge", routes: [ROUTE] });
  await stack.up("--expect-no-changes", "--refresh");
});

test("a router that the program adopts by its id stays at the platform when the stack is destroyed", async () => {
  await stack.destroy();
  expect(router()).toBeUndefined();
  const routerId = await importRouter();
  stack.program(`new cloudplatform.Router("edge", { projectId: 1, regionId: 2, routerId: "${routerId}" });`);
  await stack.up();
  await stack.destroy();
  expect(router()).toMatchObject({ id: routerId, routes: [ROUTE] });
});
