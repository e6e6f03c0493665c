import { describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { CREATE, changes, OFFICE } from "../support/platform";
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

describe("a router from creation to deletion", () => {
  const args = { name: "edge-router" };

  test("a preview of a new router shows it and changes nothing", async () => {
    declare(args);
    const preview = await stack.preview();
    expect(preview.stdout).toMatch(/Router\s+edge\s+create/);
    expect(counts(preview)).toEqual({ "to create": 2 });
    expect(changes(platform)).toEqual([]);
  });

  test("up creates the router once, and returns the values of the platform", async () => {
    const up = await stack.up();
    expect(counts(up)).toEqual({ created: 2 });
    expect(changes(platform)).toEqual([["POST /cloud/v1/routers/1/2", { name: "edge-router" }]]);
    expect(await stack.outputs()).toEqual({
      routerId: onlyRouter().id,
      name: "edge-router",
      status: "ACTIVE",
      region: "region-2",
      routes: [],
      interfaces: [],
      externalGatewayInfo: null,
    });
  });

  test("the state contains each object once, under its id", async () => {
    const { id, inputs, outputs } = await stack.router();
    expect(id).toBe(onlyRouter().id);
    const provider = 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router';
    expect(inputs).toEqual({ __provider: provider, projectId: 1, regionId: 2, name: "edge-router" });
    expect(outputs).toEqual({
      __provider: provider,
      __declared: ["name"],
      projectId: 1,
      regionId: 2,
      routerId: onlyRouter().id,
      name: "edge-router",
      status: "ACTIVE",
      region: "region-2",
      createdAt: onlyRouter().created_at,
      distributed: false,
      routes: [],
      interfaces: [],
      externalGatewayInfo: null,
    });
  });

  test("the next up changes nothing and sends no request", async () => {
    const up = await stack.up("--expect-no-changes");
    expect(counts(up)).toEqual({ unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });

  test("a preview of another name names the changed property", async () => {
    declare({ name: "edge" });
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/~ name\s*: "edge-router" => "edge"/);
    expect(counts(preview)).toEqual({ "to update": 1, unchanged: 1 });
    expect(changes(platform)).toEqual([]);
  });

  test("another name sends the name only", async () => {
    expect(counts(await stack.up())).toEqual({ updated: 1, unchanged: 1 });
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "edge" }]]);
    expect(onlyRouter().name).toBe("edge");
  });

  test("another region replaces the router: the new one is created before the old one is deleted", async () => {
    const { id: old } = onlyRouter();
    declare({ name: "edge", regionId: 3 });
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/\+-.*Router[\s\S]*~ regionId\s*: 2 => 3/);
    const up = await stack.up();
    expect(counts(up)).toEqual({ replaced: 1, unchanged: 1 });
    expect(changes(platform)).toEqual([
      ["POST /cloud/v1/routers/1/3", { name: "edge" }],
      ["DELETE /cloud/v1/routers/1/2/{id}"],
    ]);
    expect(onlyRouter().id).not.toBe(old);
    expect((await stack.router()).id).toBe(onlyRouter().id);
  });

  test("destroy leaves nothing at the platform or in the state", async () => {
    const destroy = await stack.destroy();
    expect(counts(destroy)).toEqual({ deleted: 2 });
    expect(changes(platform)).toEqual([["DELETE /cloud/v1/routers/1/3/{id}"]]);
    expect(platform.routers.all()).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });

  test("a router without a name gets one from its resource name, the same in every run", async () => {
    declare({ interfaces: [{ subnetId: OFFICE }], externalGatewayInfo: { type: "default" } });
    const preview = await stack.preview();
    const [shown] = /edge-[0-9a-f]{7}/.exec(preview.stdout) ?? [];
    expect(shown).toBeDefined();
    await stack.up();
    expect(platform.count(CREATE)).toBe(1);
    expect(onlyRouter().name).toBe(shown);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    await stack.drift();
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});
