import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes, NETWORK } from "../support/platform";
import { counts } from "../support/stack";

// Routers that exist before the stack: adopted by id, found by name, or imported into the state.

const { platform, stack } = useDeployment();

function declare(args: object): void {
  const all = { projectId: 1, regionId: 2, ...args };
  stack.program(
    `export const { routerId, name } = new cloudplatform.Router("edge", ${JSON.stringify(all)});`,
  );
}

describe("a router that is adopted by id", () => {
  let routerId: string;
  const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };

  beforeAll(() => {
    routerId = platform.routers.add({ projectId: 1, regionId: 2, name: "by-hand", routes: [route] }).id;
  });

  test("adopting changes only the declared fields that differ", async () => {
    declare({ routerId, externalGatewayInfo: { networkId: NETWORK } });
    expect(counts(await stack.up())).toEqual({ created: 2 });
    expect(changes(platform)).toEqual([
      [
        "PATCH /cloud/v2/routers/1/2/{id}",
        { external_gateway_info: { type: "manual", network_id: NETWORK } },
      ],
    ]);
    expect(await stack.outputs()).toEqual({ routerId, name: "by-hand" });
    expect((await stack.router()).id).toBe(routerId);
  });

  test("undeclared inputs are unchanged", async () => {
    expect(platform.routers.get(routerId)).toMatchObject({ name: "by-hand", routes: [route] });
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });

  test("removed inputs are reset, and other undeclared inputs are unchanged", async () => {
    declare({ routerId });
    await stack.up();
    expect(changes(platform)).toEqual([
      ["PATCH /cloud/v2/routers/1/2/{id}", { external_gateway_info: null }],
    ]);
    expect(platform.routers.get(routerId)).toMatchObject({ name: "by-hand", routes: [route] });
  });

  test("destroy leaves the router at the platform, and prints that", async () => {
    const destroy = await stack.destroy();
    expect(destroy.output).toContain(`Router ${routerId} stays at the platform: it was adopted (routerId)`);
    expect(changes(platform)).toEqual([]);
    expect(platform.routers.get(routerId)).toMatchObject({ name: "by-hand", routes: [route] });
    expect(await stack.resources()).toEqual([]);
    platform.routers.delete(routerId);
  });
});

describe("a router of the same name", () => {
  let id: string;

  beforeAll(() => {
    id = platform.routers.add({ projectId: 1, regionId: 2, name: "edge-router" }).id;
  });

  test("creation fails, names the router and the alternatives, and creates nothing", async () => {
    declare({ name: "edge-router" });
    const up = await failing(stack.up());
    expect(up.output).toContain(
      `there is a router named "edge-router" in project 1, region 2 already: ${id}`,
    );
    for (const way of [`routerId: "${id}"`, 'ifExists: "adopt"', 'ifExists: "create"', "deleteBeforeReplace"])
      expect(up.output).toContain(way);
    expect(changes(platform)).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });

  test("with ifExists: adopt the stack manages the router, and destroy deletes it", async () => {
    declare({ name: "edge-router", ifExists: "adopt" });
    await stack.up();
    expect(platform.count(CREATE)).toBe(0);
    expect((await stack.router()).id).toBe(id);
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("a router that is imported into the state", () => {
  const provider = 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router';
  let id: string;

  test("an import file adds the router to the state without a change of the platform", async () => {
    id = platform.routers.add({ projectId: 1, regionId: 2, name: "edge-router" }).id;
    const inputs = { __provider: provider, projectId: 1, regionId: 2, name: "edge-router" };
    const resource = {
      type: "pulumi-nodejs:dynamic/cloudplatform:Router",
      name: "edge",
      id,
      inputs,
      outputs: { ...inputs, __declared: ["name"], routerId: id },
    };
    stack.write("import.json", JSON.stringify({ resources: [resource] }));
    declare({ name: "edge-router" });
    await stack.pulumi(
      ...["import", "--file", "import.json", "--yes", "--skip-preview"],
      ...["--generate-code=false", "--protect=false"],
    );
    expect((await stack.router()).id).toBe(id);
    expect(platform.requests).toEqual([]);
  });

  test("the next up changes nothing", async () => {
    await stack.up("--refresh");
    expect(changes(platform)).toEqual([]);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect((await stack.router()).outputs).toMatchObject({ status: "ACTIVE", routes: [], interfaces: [] });
  });

  test("destroy deletes the router", async () => {
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});
