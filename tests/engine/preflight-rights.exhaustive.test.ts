import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "../../sdk/src/platform/http/operations";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, KEY, OFFICE } from "../support/platform";

// `preflight --rights`, through the real CLI: a key with exactly the rights that it prints is enough, and without one of those that
// the run needs for certain, the run fails and names the operation.

const EVERYTHING = OPERATIONS.map(({ name }) => name);
/** What the keys may do now. The simulator looks at each request. */
const rights: string[] = [];
const allow = (names: readonly string[]) => void rights.splice(0, rights.length, ...names);

const { platform, stack } = useDeployment({ taskTime: 0, apiKeys: [KEY, ADMIN_KEY], rights });

beforeAll(async () => {
  allow(EVERYTHING);
  await stack.configure({ secrets: { adminKey: ADMIN_KEY } });
  platform.certificates.add({ id: 321, state: "failed" });
});

interface Account {
  name: string;
  certain: string[];
  possible: string[];
}

async function rightsOfRun(): Promise<Account[]> {
  const { code, stdout, output } = await packageCommand(stack, ["preflight", "--rights", "--json"]);
  expect([code, output]).toEqual([0, output]);
  return JSON.parse(stdout).accounts;
}

const PLACE = "projectId: 1, regionId: 2";
const ROUTERS = "/cloud/v1/routers/{project_id}/{region_id}";
const router = (inputs: string) => `new cloudplatform.Router("edge", { ${inputs} });`;
const SETTINGS = "/iam/reselling/resellers/{resellerId}/notification_settings";
const ADMIN = `const admin = new cloudplatform.Provider("admin", { apiKey: config.requireSecret("adminKey") });
const provider = { provider: admin };`;
const settings = (email: string) =>
  `new cloudplatform.ResellerNotificationSettings("mail", { resellerId: 8, email: "${email}", notificationType: "failed_login" }, provider);`;

const QUOTA = "/cloud/v2/client_quotas/{client_id}/notification_threshold";
const THRESHOLD = 'new cloudplatform.QuotaNotificationThreshold("alarm", { clientId: 4, threshold: 70 });';
const REQUEST = `new cloudplatform.QuotaLimitRequest("cpus", {
  description: "Load",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});`;
const MEMBER = "/fastedge/v1/admin/groups/{group_id}/client/{client_id}";
const MEMBERSHIP = 'new cloudplatform.EdgeGroupMembership("member", { groupId: 7, clientId: 4 }, provider);';

const FUNCTIONS = `exports.tasks = cloudplatform.getAiTasksOutput({ limit: 1 });
exports.routers = cloudplatform.getRoutersOutput({ ${PLACE} });`;
const RETRY = 'new cloudplatform.CertificateForceRetry("retry", { certId: 321 });';
const OTHERS = [THRESHOLD, REQUEST, RETRY, MEMBERSHIP].join("\n");
const subnets = (list: string) => router(`${PLACE}, name: "branch", interfaces: [${list}]`);

/** What the run does, the program, and the operations that it needs for certain: those of a group may be missing together. */
const STACKS: [what: string, program: string, ...certain: string[][]][] = [
  [
    "creates all resources",
    router(`${PLACE}, name: "edge"`) + OTHERS + settings("a@example.com"),
    [
      ...[`POST ${ROUTERS}`, `PUT ${QUOTA}`, "POST /cloud/v2/limits_request", `POST ${MEMBER}`],
      ...["POST /cdn/sslData/{cert_id}/force-retry", `POST ${SETTINGS}`],
    ],
    [`GET ${ROUTERS}`, "GET /cloud/v2/limits_request", `GET ${SETTINGS}`],
  ],
  [
    "changes some, and attaches a subnet",
    subnets(`{ subnetId: "${OFFICE}" }`) + OTHERS + settings("b@example.com"),
    [`POST ${ROUTERS}/{router_id}/attach`, `PUT ${SETTINGS}/{notificationSettingsId}`],
    ["PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}"],
  ],
  [
    "detaches it, and calls functions",
    subnets("") + OTHERS + settings("b@example.com") + FUNCTIONS,
    [`POST ${ROUTERS}/{router_id}/detach`],
    [`GET ${ROUTERS}`],
    ["GET /streaming/ai/tasks"],
  ],
  [
    "replaces the router",
    router(`projectId: 1, regionId: 3, name: "branch"`) + OTHERS + settings("b@example.com"),
    [`POST ${ROUTERS}`],
    [`GET ${ROUTERS}`],
    [`DELETE ${ROUTERS}/{router_id}`],
  ],
  [
    "deletes all",
    "",
    [
      ...[`DELETE ${ROUTERS}/{router_id}`, `DELETE ${QUOTA}`, "DELETE /cloud/v2/limits_request/{request_id}"],
      ...[`DELETE ${MEMBER}`, `DELETE ${SETTINGS}/{notificationSettingsId}`],
    ],
  ],
];

describe.each(STACKS)("a run that %s", (_, program, ...groups) => {
  let accounts: Account[];
  const needed = () => accounts.flatMap(({ certain, possible }) => [...certain, ...possible]);

  beforeAll(async () => {
    stack.program(`const config = new pulumi.Config();\n${ADMIN}\n${program}`);
    accounts = await rightsOfRun();
  });

  afterAll(() => allow(EVERYTHING));

  test("needs these operations", () => {
    expect(new Set(accounts.flatMap(({ certain }) => certain))).toEqual(new Set(groups.flat()));
  });

  test.each(groups.map((group) => ({ group })))("fails without $group, and names each", async ({ group }) => {
    allow(needed().filter((one) => !group.includes(one)));
    const { output } = await failing(stack.up("--continue-on-error"));
    for (const operation of group) {
      const [method = "", path = ""] = operation.split(" ");
      const form = path.replace(/\{\w+\}/g, "[^/\\s]+");
      expect(output).toMatch(new RegExp(`${method} ${form}(\\?\\S*)? was answered 403`));
    }
  });

  test("succeeds with them and the possible ones", async () => {
    allow(needed());
    await stack.up();
  });
});

test("the report for people has the operations of each account", async () => {
  allow(EVERYTHING);
  stack.program(
    `const config = new pulumi.Config();\n${ADMIN}\n${router(`${PLACE}, name: "edge"`)}\n${settings("c@example.com")}`,
  );
  const { stdout } = await packageCommand(stack, ["preflight", "--rights"]);
  expect(stdout).toMatch(
    /^# The stack's configuration\n# {3}needs\nPOST \/cloud\/v1\/routers\/\{project_id\}\/\{region_id\}\n/m,
  );
  expect(stdout).toMatch(/^# Provider admin\n# {3}needs\nGET \/iam/m);
  const file = join(stack.folder, "preflight.md");
  await packageCommand(stack, ["preflight", "--markdown-file", file]);
  expect(readFileSync(file, "utf8")).toContain("<summary>Operations that the run needs</summary>");
});
