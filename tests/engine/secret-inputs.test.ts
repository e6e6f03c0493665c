import { beforeAll, expect, test } from "@jest/globals";
import { failing, type Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { OFFICE } from "../support/platform";

// Secret inputs of resources that fail. Neither the output of the CLI nor the state contains them in clear text.

const { platform, stack } = useDeployment();

/** Every secret input contains this text. */
const SECRET = "hunter2";

/** The lines that have a secret in clear text. */
function linesWith(text: string, secret = SECRET): string[] {
  return text.split("\n").filter((line) => line.includes(secret));
}

test.each<[what: string, program: string, ...sentences: RegExp[]]>([
  [
    "secret inputs that the preview rejects are named by their paths, without their values",
    `
const secret = pulumi.secret("${SECRET}!");
const routes = [{ destination: secret, nexthop: "10.0.1.9" }];
new cloudplatform.Router("edge", { regionId: 2, name: secret, routes, color: secret } as any);`,
    /\bname\b.*must have 3 to 63 characters/,
    /\broutes\[0\]\.destination\b.*must be a network in CIDR notation/,
    /\bcolor\b.*is not a property of this resource/,
    /\bprojectId\b.*must be the number of a project/,
  ],
  [
    "a secret that two resources share is not shown by the error",
    `
const requestedLimits = { globalLimits: { projectCountLimit: 9 } };
for (const name of ["one", "other"])
  new cloudplatform.QuotaLimitRequest(name, { description: pulumi.secret("${SECRET}"), requestedLimits });`,
    /\bdescription\b.*is the same as in another resource of this stack/,
  ],
])("%s", async (_, program, ...sentences) => {
  stack.program(program);
  const { output } = await failing(stack.preview());
  for (const sentence of sentences) expect(output).toMatch(sentence);
  expect(linesWith(output)).toEqual([]);
  expect(output).not.toContain("<nil>");
});

/** The secret input that is in the path of the requests. */
const NUMBER = 8675309;
const SHORT_TIMEOUTS = '{ customTimeouts: { create: "2s", update: "2s" } }';

const program = (word: string) => `
const text = (suffix: string) => pulumi.secret("${word}-" + suffix);
const number = pulumi.secret(${NUMBER});
const requestedLimits = { globalLimits: { projectCountLimit: 9 } };
new cloudplatform.Router("changed", { projectId: 1, regionId: 2, name: text("changed") });
new cloudplatform.Router("attached", { projectId: number, regionId: 3, name: text("attached"), interfaces: [{ subnetId: "${OFFICE}", ipAddress: "10.0.1.77" }] });
new cloudplatform.Router("slow", { projectId: number, regionId: 4, name: text("slow") }, ${SHORT_TIMEOUTS});
new cloudplatform.Router("existing", { projectId: 1, regionId: 5, name: text("existing") });
new cloudplatform.QuotaLimitRequest("rejected", { description: text("rejected"), requestedLimits, waitForDecision: true });
new cloudplatform.QuotaLimitRequest("undecided", { description: text("undecided"), requestedLimits, waitForDecision: true }, ${SHORT_TIMEOUTS});
new cloudplatform.CertificateForceRetry("www", { certId: 404, triggers: [text("trigger")] });
new cloudplatform.ResellerNotificationSettings("logins", { resellerId: 8, email: text("someone@example.com"), notificationType: "failed_login" });`;

const runs: Result[] = [];
const states: string[] = [];

beforeAll(async () => {
  platform.routers.add({ projectId: 1, regionId: 5, name: `${SECRET}-existing` });
  for (const rule of [
    "status:code=400@POST ~/attach$/",
    "task-never-ends@POST ~/routers.\\d+.4$/",
    "status:code=400@PATCH",
    "status:code=400@PUT ~/notification_settings/",
  ])
    platform.faults.add(rule);
  const people = setInterval(() => {
    for (const { id, description, status } of platform.quotas.requests())
      if (status === "in progress" && description?.endsWith("rejected")) platform.quotas.reject(id);
  }, 50);
  for (const word of [SECRET, `other-${SECRET}`]) {
    stack.program(program(word));
    runs.push(await failing(stack.up("--continue-on-error")));
    states.push(await stack.export());
  }
  clearInterval(people);
});

test.each([
  ["creation", 0, ["attached", "slow", "existing", "rejected", "undecided", "www"]],
  ["update", 1, ["changed", "logins"]],
] as const)("each failed %s has an error, and the output no secret", (_, run, names) => {
  const output = runs[run]?.output ?? "";
  for (const name of names) {
    const [error] = output.split(`(${name}):\n`)[1]?.split("\n\n") ?? [];
    expect([name, error]).toEqual([name, expect.stringContaining("error: ")]);
  }
  expect(linesWith(output)).toEqual([]);
});

test("the state of failed operations has neither a secret nor the path of a request, which may contain one", () => {
  for (const state of states) {
    expect(state).toContain("initErrors");
    expect([...linesWith(state), ...linesWith(state, String(NUMBER))]).toEqual([]);
  }
});

test("preview --diff shows a value that becomes secret, and nothing of how the package remembers that", async () => {
  const program = (name: string) =>
    `new cloudplatform.Router("named", { projectId: 1, regionId: 6, name: ${name} });`;
  stack.program(program('"plain"'));
  await stack.up("--skip-preview", "--target", "**::named");
  stack.program(program(`pulumi.secret("${SECRET}")`));
  const { output } = await stack.preview("--diff", "--target", "**::named");
  expect(output).toMatch(/~ name *: "plain" => \[secret\]/);
  expect(output).not.toContain("__");
});
