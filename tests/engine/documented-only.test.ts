import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK } from "../support/platform";
import { counts } from "../support/stack";

// A deployment that has only the documented operations: of routers the update alone. It cannot list, read, create
// or delete them.

const { platform, stack } = useDeployment({ mode: "documented-only" });
let routerId: string;

beforeAll(() => {
  routerId = platform.routers.add({ projectId: 1, regionId: 2, name: "by-hand" }).id;
});

function declare(args: object): void {
  const all = { projectId: 1, regionId: 2, ...args };
  stack.program(`
export const { name, status, externalGatewayInfo, routes } =
  new cloudplatform.Router("edge", ${JSON.stringify(all)});`);
}

const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };

describe("an adopted router where it cannot be read", () => {
  test("up sends all that is declared, once, and awaits it", async () => {
    declare({ routerId, name: "edge-router", externalGatewayInfo: { networkId: NETWORK } });
    expect(counts(await stack.up())).toEqual({ created: 2 });
    expect(changes(platform)).toEqual([
      [
        "PATCH /cloud/v2/routers/1/2/{id}",
        { name: "edge-router", external_gateway_info: { type: "manual", network_id: NETWORK } },
      ],
    ]);
    expect(platform.tasks.pending()).toEqual([]);
    expect(platform.routers.get(routerId)?.name).toBe("edge-router");
  });

  test("outputs are what is known, and what nobody can tell is left out", async () => {
    expect(await stack.outputs()).toEqual({
      name: "edge-router",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
    });
  });

  test("the next up changes nothing and asks the platform nothing", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });

  test("a change sends what differs from what was sent last", async () => {
    declare({ routerId, name: "edge-router", externalGatewayInfo: { networkId: NETWORK }, routes: [route] });
    await stack.up();
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { routes: [route] }]]);
  });

  test("a refresh finds nothing out, and so takes nothing out of the state", async () => {
    const before = await stack.router();
    await stack.drift();
    await stack.refresh();
    const after = await stack.router();
    expect([after.id, after.inputs, after.outputs]).toEqual([before.id, before.inputs, before.outputs]);
    expect(changes(platform)).toEqual([]);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
  });

  test("what is no longer declared is reset here too", async () => {
    declare({ routerId, name: "edge-router" });
    await stack.up();
    expect(changes(platform)).toEqual([
      ["PATCH /cloud/v2/routers/1/2/{id}", { external_gateway_info: null, routes: [] }],
    ]);
  });

  test("destroy leaves it", async () => {
    const destroy = await stack.destroy();
    expect(destroy.output).toContain(`Router ${routerId} stays at the platform`);
    expect(changes(platform)).toEqual([]);
    expect(platform.routers.get(routerId)?.name).toBe("edge-router");
  });
});

describe("a managed router where none can be created", () => {
  test("up says that this deployment cannot, and how to go on", async () => {
    declare({ name: "another-router" });
    await stack.preview();
    const up = await failing(stack.up());
    expect(up.output).toMatch(
      /this deployment of the platform cannot create routers \(POST \/cloud\/v1\/routers\/1\/2 was answered 404.* \[router-creation-unsupported\].*declare its UUID as routerId/,
    );
    expect(await stack.resources()).toEqual([]);
  });
});
