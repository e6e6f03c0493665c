import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK } from "../support/platform";
import { counts } from "../support/stack";

// A deployment with only the documented operations. Of routers it has only the update: it cannot list, read, create
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

describe("an adopted router that the deployment cannot read", () => {
  test("up sends all declared inputs once, and waits for the task", async () => {
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

  test("outputs contain the known values, and omit the others", async () => {
    expect(await stack.outputs()).toEqual({
      name: "edge-router",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
    });
  });

  test("the next up changes nothing and sends no request", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });

  test("a change sends the difference to the last request", async () => {
    declare({ routerId, name: "edge-router", externalGatewayInfo: { networkId: NETWORK }, routes: [route] });
    await stack.up();
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { routes: [route] }]]);
  });

  test("a refresh leaves the router in the state", async () => {
    const before = await stack.router();
    await stack.drift();
    await stack.refresh();
    const after = await stack.router();
    expect([after.id, after.inputs, after.outputs]).toEqual([before.id, before.inputs, before.outputs]);
    expect(changes(platform)).toEqual([]);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
  });

  test("removed inputs are reset", async () => {
    declare({ routerId, name: "edge-router" });
    await stack.up();
    expect(changes(platform)).toEqual([
      ["PATCH /cloud/v2/routers/1/2/{id}", { external_gateway_info: null, routes: [] }],
    ]);
  });

  test("destroy leaves the router at the platform", async () => {
    const destroy = await stack.destroy();
    expect(destroy.output).toContain(`Router ${routerId} stays at the platform`);
    expect(changes(platform)).toEqual([]);
    expect(platform.routers.get(routerId)?.name).toBe("edge-router");
  });
});

describe("a managed router on a deployment that cannot create one", () => {
  test("up fails, and the error names the alternative", async () => {
    declare({ name: "another-router" });
    await stack.preview();
    const up = await failing(stack.up());
    expect(up.output).toMatch(
      /this deployment of the platform cannot create routers \(POST \/cloud\/v1\/routers\/1\/2 was answered 404.* \[router-creation-unsupported\].*declare its UUID as routerId/,
    );
    expect(await stack.resources()).toEqual([]);
  });
});
