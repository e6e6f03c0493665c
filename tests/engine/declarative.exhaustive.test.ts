import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY, keysUsed, NETWORK, OFFICE } from "../support/platform";
import { counts } from "../support/stack";

// The project at the root of the repository. Its config keys are in the namespace of the project, which the package
// reads as well.

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY], taskTime: 0 },
  {
    files: ["Pulumi.yaml", "examples", "tsconfig.json"],
    // As users run it, with type checks of the program.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" },
  },
);

describe("the root project", () => {
  test("without routers in the configuration up changes nothing", async () => {
    expect(counts(await stack.preview())).toEqual({ "to create": 1 });
    expect(platform.requests).toEqual([]);
  });

  test("up creates a declared router with one request", async () => {
    await stack.configure({
      config: {
        "routers.edge.projectId": "1",
        "routers.edge.regionId": "2",
        "routers.edge.name": "edge-router",
        "routers.edge.externalGatewayInfo.networkId": NETWORK,
        "routers.edge.interfaces[0].subnetId": OFFICE,
        "routers.edge.routes[0].destination": "10.9.0.0/16",
        "routers.edge.routes[0].nexthop": "10.0.1.9",
      },
    });
    expect(counts(await stack.up())).toEqual({ created: 2 });
    expect(changes(platform)).toEqual([
      [
        "POST /cloud/v1/routers/1/2",
        {
          name: "edge-router",
          external_gateway_info: { type: "manual", network_id: NETWORK },
          interfaces: [{ subnet_id: OFFICE, type: "subnet" }],
          routes: [{ destination: "10.9.0.0/16", nexthop: "10.0.1.9" }],
        },
      ],
    ]);
    const [router] = platform.routers.all();
    expect(await stack.outputs()).toEqual({ ids: { routers: { edge: router?.id } } });
  });

  test("an entry with another account is created with the key of that account, and a removed one is deleted", async () => {
    await stack.pulumi("config", "rm", "--path", "routers.edge");
    await stack.configure({
      config: {
        "quotaNotificationThresholds.early.clientId": "42",
        "quotaNotificationThresholds.early.threshold": "70",
        "edgeGroupMemberships.partner.account": "reseller",
        "edgeGroupMemberships.partner.groupId": "17",
        "edgeGroupMemberships.partner.clientId": "42",
      },
    });
    const without = await failing(stack.preview());
    expect(without.output).toContain(
      '- edgeGroupMemberships.partner names the account "reseller", which has no entry in "accounts": ' +
        "pulumi config set --secret --path 'cloudplatform:accounts.reseller.apiKey'",
    );
    await stack.configure({ secrets: { "accounts.reseller.apiKey": ADMIN_KEY } });
    expect(counts(await stack.up())).toEqual({ created: 3, deleted: 1, unchanged: 1 });
    expect(platform.routers.all()).toEqual([]);
    expect(keysUsed(platform)).toEqual({ own: ["/cloud"], admin: ["/fastedge"] });
    expect(await stack.outputs()).toEqual({
      ids: { quotaNotificationThresholds: { early: "42" }, edgeGroupMemberships: { partner: "17/42" } },
    });
    const state = await stack.export();
    expect(state).not.toContain(KEY);
    expect(state).not.toContain(ADMIN_KEY);
  });
});
