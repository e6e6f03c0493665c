import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY, keysUsed } from "../support/platform";
import { counts, yaml } from "../support/stack";

// Two accounts in one stack in Pulumi YAML: that of the configuration, and that of a provider with a key of its own.

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY], taskTime: 0 },
  { yaml: true, secrets: { "demo:resellerKey": ADMIN_KEY } },
);

const RESELLER = { provider: "${reseller}" };
const LOGINS = { resellerId: 8, email: "oncall@example.com", notificationType: "failed_login" };

function declare(reseller: object, threshold = 75): void {
  stack.program(
    yaml({
      config: { resellerKey: { type: "string", secret: true } },
      resources: {
        reseller: { type: "pulumi:providers:cloudplatform", properties: reseller },
        early: { type: "cloudplatform:QuotaNotificationThreshold", properties: { clientId: 42, threshold } },
        partner: {
          type: "cloudplatform:EdgeGroupMembership",
          properties: { groupId: "9223372036854775807", clientId: 42 },
          options: RESELLER,
        },
        logins: { type: "cloudplatform:ResellerNotificationSettings", properties: LOGINS, options: RESELLER },
      },
    }),
  );
}

const RESELLER_AREAS = ["/fastedge", "/iam"];

test("each account has its key, and a provider has the settings of the stack that it does not have", async () => {
  declare({ apiKey: "${resellerKey}" });
  await stack.preview();
  const { output } = await stack.up();
  expect(keysUsed(platform).admin).toEqual(RESELLER_AREAS);
  const state = await stack.export();
  for (const text of [output, state]) for (const key of [KEY, ADMIN_KEY]) expect(text).not.toContain(key);
  expect(counts(await stack.up())).toEqual({ unchanged: 5 });
  await stack.drift();
  expect(keysUsed(platform).own).not.toEqual(expect.arrayContaining(RESELLER_AREAS));
  expect(stack.processes()).toEqual([]);
});

test("a key that is written in the program is not in the state in clear text", async () => {
  declare({ apiKey: ADMIN_KEY });
  await stack.up();
  expect(await stack.export()).not.toContain(ADMIN_KEY);
  declare({ apiKey: "${resellerKey}" });
});

test("destroy uses the key of each account", async () => {
  await stack.destroy();
  expect(keysUsed(platform).admin).toEqual(RESELLER_AREAS);
  expect(changes(platform)).toHaveLength(3);
});
