import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK, OFFICE } from "../support/platform";
import { counts } from "../support/stack";

// Somebody changes the router outside of Pulumi. The drift check shows it, and `up` repairs it.

const { platform, stack } = useDeployment();
const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };

beforeAll(async () => {
  declare({ routes: [route] });
  await stack.pulumi("up", "--yes", "--skip-preview");
});

function declare(args: object): void {
  const all = {
    projectId: 1,
    regionId: 2,
    name: "edge-router",
    externalGatewayInfo: { networkId: NETWORK },
    interfaces: [{ subnetId: OFFICE }],
    ...args,
  };
  stack.program(`export const { routerId } = new cloudplatform.Router("edge", ${JSON.stringify(all)});`);
}

const onlyRouter = () => {
  const [router] = platform.routers.all();
  if (!router) throw new Error("The platform has no router.");
  return router;
};

describe("drift", () => {
  test("a drift check names each changed field with both values, and changes nothing", async () => {
    platform.routers.change(onlyRouter().id, { name: "hotfix", routes: [], external_gateway_info: null });
    const drift = await failing(stack.drift());
    expect(drift.code).toBe(7);
    expect(drift.stdout).toMatch(/~ name\s*: "edge-router" => "hotfix"/);
    expect(drift.stdout).toMatch(/- externalGatewayInfo\b/);
    expect(drift.stdout).toMatch(/routes\s*: \[/);
    expect(drift.stdout).toContain("192.168.1.0/24");
    expect(changes(platform)).toEqual([]);
  });

  test("up --refresh repairs all drift in one change, and changes nothing else", async () => {
    await stack.up("--refresh");
    expect(changes(platform)).toEqual([
      [
        "PATCH /cloud/v2/routers/1/2/{id}",
        {
          name: "edge-router",
          external_gateway_info: { type: "manual", network_id: NETWORK },
          routes: [route],
        },
      ],
    ]);
    await stack.drift();
  });

  test("changing a router that somebody deleted fails, and the error says what to do", async () => {
    platform.routers.delete(onlyRouter().id);
    declare({ name: "edge", routes: [route] });
    const up = await failing(stack.up());
    expect(up.output).toContain(
      "if the router was deleted outside of Pulumi, run `pulumi refresh` and then `pulumi up`, which creates a new one.",
    );
    expect(changes(platform)).toEqual([]);
  });

  test("a drift check of a deleted router fails; refresh removes the router from the state", async () => {
    expect((await failing(stack.drift())).code).toBe(7);
    const refresh = await stack.refresh();
    expect(counts(refresh)).toMatchObject({ deleted: 1 });
    expect(await stack.resources()).toEqual([]);
    expect(changes(platform)).toEqual([]);
  });
});
