import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, KEY } from "../support/platform";

// One key is in the environment, another one in the configuration and in a Provider. The tests search for both.
// docs/configuration.md describes what the CLI itself logs of a configuration at the highest verbosity.

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY], taskTime: "manual" },
  { ownProcess: true, env: { CLOUDPLATFORM_API_KEY: KEY }, secrets: { resellerKey: ADMIN_KEY } },
);

const PROGRAM = `
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
const edge = new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
new cloudplatform.QuotaLimitRequest("more", { description: "More", requestedLimits: { globalLimits: { projectCountLimit: 9 } } });
new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 42 }, { provider: reseller });
new cloudplatform.ResellerNotificationSettings("logins", { resellerId: 8, email: "a@example.com", notificationType: "failed_login" }, { provider: reseller });
export const tasks = cloudplatform.getAiTasksOutput({}, { dependsOn: [edge] }).count;`;

beforeAll(() => {
  stack.unset("cloudplatform:apiKey");
  stack.program(PROGRAM);
});

/** The places where a key was found. */
function found(text: string, keys = [KEY, ADMIN_KEY]): string[] {
  return text.split("\n").filter((line) => keys.some((key) => line.includes(key)));
}

test("no process has a key in its arguments during a run, and no request in its URL", async () => {
  const up = await stack.begin("up", "--yes", "--skip-preview");
  await eventually(() => platform.tasks.pending().length === 1);
  const processes = stack.processes();
  expect(processes.length).toBeGreaterThan(1);
  expect(found(processes.map(({ command }) => command).join("\n"))).toEqual([]);
  platform.tasks.finish();
  expect((await up.ended).code).toBe(0);
  expect(found(platform.requests.map(({ path, query }) => path + JSON.stringify(query)).join("\n"))).toEqual(
    [],
  );
  expect(found(up.printed())).toEqual([]);
});

test("the state contains no key except the encrypted one in the configuration of the reseller's Provider", async () => {
  const state = await stack.export();
  expect(found(state)).toEqual([]);
  for (const { type, inputs, outputs } of JSON.parse(state).deployment.resources)
    if (type.startsWith("pulumi-nodejs:dynamic/"))
      expect(JSON.stringify({ inputs, outputs })).not.toMatch(/apiKey|ciphertext/);
});

test("at the highest verbosity no line contains the key of the environment, and no line of the package the other key", async () => {
  const runs = [
    await stack.preview("--logtostderr", "-v=9"),
    await stack.up("--logtostderr", "-v=9"),
    await stack.pulumi("refresh", "--yes", "--skip-preview", "--logtostderr", "-v=9"),
  ];
  for (const { output } of runs) {
    expect(output.split("\n").length).toBeGreaterThan(100);
    expect(found(output, [KEY])).toEqual([]);
    // Lines of the CLI itself: the second one is of older versions.
    const ofTheCli = /(Unm|M)arshaling property for RPC|Planner decided not to update/;
    expect(found(output, [ADMIN_KEY]).filter((line) => !ofTheCli.test(line))).toEqual([]);
  }
});
