import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK, OFFICE } from "../support/platform";
import { counts, yaml } from "../support/stack";

// The plugin, with the real CLI: one stack in Pulumi YAML from creation to deletion. Each test is the next command of its user.
// every-resource.test.ts has the life of the other resources.

const { platform, stack } = useDeployment({ taskTime: 0 }, { yaml: true });

const PLACE = { projectId: 1, regionId: 2 };

/** Writes the program: one router with these inputs, and its outputs. */
function declare(inputs: object, options: object = {}): void {
  stack.program(
    yaml({
      resources: {
        edge: { type: "cloudplatform:Router", properties: { ...PLACE, ...inputs }, options },
      },
      outputs: Object.fromEntries(
        ["routerId", "name", "interfaces"].map((name) => [name, `$\{edge.${name}}`]),
      ),
    }),
  );
}

const onlyRouter = () => {
  const [router, ...others] = platform.routers.all();
  if (!router || others.length > 0) throw new Error(`The platform has ${others.length + 1} routers.`);
  return router;
};

test("a preview shows the known outputs, and what the creation would meet", async () => {
  const taken = platform.routers.add({ ...PLACE, name: "edge-router" });
  declare({ name: "edge-router", interfaces: [{ subnetId: OFFICE }] });
  const { stdout } = await stack.preview("--diff");
  expect(stdout).toMatch(
    /--outputs:--\n\s+interfaces: \[unknown\]\n\s+name\s+: "edge-router"\n\s+routerId\s*: \[unknown\]/,
  );
  expect((await stack.preview()).stdout).toMatch(
    /Router \(edge\):\n +warning: `up` would fail: .*\[router-exists\]/,
  );
  expect(changes(platform)).toEqual([]);
  platform.routers.delete(taken.id);
});

test("up creates the router once, and the state is that of a program in TypeScript", async () => {
  const { output } = await stack.up();
  expect(output).toMatch(/Router edge created .* FINISHED, task /);
  expect(changes(platform)).toEqual([
    [
      "POST /cloud/v1/routers/1/2",
      { name: "edge-router", interfaces: [{ subnet_id: OFFICE, type: "subnet" }] },
    ],
  ]);
  const { id: routerId } = onlyRouter();
  const { id, inputs, outputs } = await stack.router();
  const provider = { __provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router' };
  expect(id).toBe(routerId);
  expect(inputs).toEqual({
    ...PLACE,
    ...provider,
    name: "edge-router",
    interfaces: [{ subnetId: OFFICE }],
  });
  expect(outputs).toMatchObject({ ...PLACE, ...provider, routerId, status: "ACTIVE", routes: [] });
  const hidden = Object.keys(outputs).filter((name) => name.startsWith("__"));
  expect(hidden.sort()).toEqual(["__declared", "__provider"]);
  expect(outputs.__declared).toEqual(["interfaces", "name"]);
});

test("a change is shown by its path, and only the change is sent", async () => {
  declare({
    name: "edge",
    interfaces: [{ subnetId: OFFICE }],
    externalGatewayInfo: { networkId: NETWORK },
  });
  const { stdout } = await stack.preview("--diff");
  expect(stdout).toMatch(/\+ externalGatewayInfo: \{\n\s+\+ networkId: /);
  expect(stdout).toMatch(/~ name\s*: "edge-router" => "edge"/);
  // An update does not change the id.
  expect(stdout).not.toMatch(/routerId\s*:.*unknown/);
  expect(counts(await stack.up())).toEqual({ updated: 1, unchanged: 1 });
  const gateway = { network_id: NETWORK, type: "manual" };
  expect(changes(platform)).toEqual([
    ["PATCH /cloud/v2/routers/1/2/{id}", { name: "edge", external_gateway_info: gateway }],
  ]);
});

test("no run warns about an earlier one, and destroy leaves nothing: no router, no process", async () => {
  expect((await stack.refresh()).output).not.toContain("warning");
  const { output } = await stack.destroy();
  expect(output).not.toContain("warning");
  expect(output).toMatch(/Router edge deleted .* FINISHED, task /);
  expect(platform.routers.all()).toEqual([]);
  expect(stack.processes()).toEqual([]);
});
