import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// One stack from creation to deletion. Each test is the next command of its user.

const { platform, stack } = useDeployment();

/** Writes the program: one router with these inputs, and its outputs. */
function declare(args: object): void {
  stack.program(`
const edge = new cloudplatform.Router("edge", ${JSON.stringify({ projectId: 1, regionId: 2, ...args })});
export const { routerId, name, status, region, routes, interfaces, externalGatewayInfo } = edge;`);
}

const onlyRouter = () => {
  const [router, ...others] = platform.routers.all();
  if (!router || others.length > 0) throw new Error(`The platform has ${others.length + 1} routers.`);
  return router;
};

test("up creates the router once, and its outputs and state have the values of the platform", async () => {
  declare({ name: "edge-router" });
  const preview = await stack.preview();
  expect(preview.stdout).toMatch(/Router\s+edge\s+create/);
  expect(changes(platform)).toEqual([]);
  expect(counts(await stack.up())).toEqual({ created: 2 });
  expect(changes(platform)).toEqual([["POST /cloud/v1/routers/1/2", { name: "edge-router" }]]);
  const { id: routerId, created_at: createdAt } = onlyRouter();
  const values = { name: "edge-router", status: "ACTIVE", region: "region-2", routes: [], interfaces: [] };
  const shown = { ...values, routerId, externalGatewayInfo: null };
  expect(await stack.outputs()).toEqual(shown);
  const { id, inputs, outputs } = await stack.router();
  expect(id).toBe(routerId);
  const provider = 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router';
  const place = { __provider: provider, projectId: 1, regionId: 2 };
  expect(inputs).toEqual({ ...place, name: "edge-router" });
  expect(outputs).toMatchObject({ ...place, ...shown, __declared: ["name"], createdAt, distributed: false });
  const hidden = Object.keys(outputs).filter((name) => name.startsWith("__"));
  expect(hidden.sort()).toEqual(["__declared", "__provider"]);
});

test("another name is shown in the preview, and sends the name only", async () => {
  declare({ name: "edge" });
  const preview = await stack.preview("--diff");
  expect(preview.stdout).toMatch(/~ name\s*: "edge-router" => "edge"/);
  expect(counts(preview)).toEqual({ "to update": 1, unchanged: 1 });
  expect(changes(platform)).toEqual([]);
  expect(counts(await stack.up())).toEqual({ updated: 1, unchanged: 1 });
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "edge" }]]);
});

test("another region replaces the router: the new one is created before the old one is deleted", async () => {
  const { id: old } = onlyRouter();
  declare({ name: "edge", regionId: 3 });
  const preview = await stack.preview("--diff");
  expect(preview.stdout).toMatch(/\+-.*Router[\s\S]*~ regionId\s*: 2 => 3/);
  expect(counts(await stack.up())).toEqual({ replaced: 1, unchanged: 1 });
  expect(changes(platform)).toEqual([
    ["POST /cloud/v1/routers/1/3", { name: "edge" }],
    ["DELETE /cloud/v1/routers/1/2/{id}"],
  ]);
  expect(onlyRouter().id).not.toBe(old);
  expect((await stack.router()).id).toBe(onlyRouter().id);
});
