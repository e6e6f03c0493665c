import { beforeAll, describe, expect, test } from "@jest/globals";
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

describe("inputs that the preview rejects", () => {
  let preview: Result;

  beforeAll(async () => {
    stack.program(`
const secret = pulumi.secret("${SECRET}!");
new cloudplatform.Router("edge", {
  regionId: 2,
  name: secret,
  routes: [{ destination: secret, nexthop: "10.0.1.9" }],
  color: secret,
} as any);`);
    preview = await failing(stack.preview());
  });

  test.each([
    ["a secret property", /\bname\b.*must have 3 to 63 characters/],
    ["a secret in a nested property", /\broutes\[0\]\.destination\b.*must be a network in CIDR notation/],
    ["a secret that is not a property", /\bcolor\b.*is not a property of this resource/],
    ["a missing property", /\bprojectId\b.*must be the number of a project/],
  ])("%s: the error names its path", (_, sentence) => {
    expect(preview.output).toMatch(sentence);
  });

  test("the output contains no secret, and no value for a missing property", () => {
    expect(linesWith(preview.output)).toEqual([]);
    expect(preview.output).not.toContain("<nil>");
  });

  test("the output does not contain a secret that two resources share", async () => {
    stack.program(`
const requestedLimits = { globalLimits: { projectCountLimit: 9 } };
for (const name of ["one", "other"])
  new cloudplatform.QuotaLimitRequest(name, { description: pulumi.secret("${SECRET}"), requestedLimits });`);
    const { output } = await failing(stack.preview());
    expect(output).toMatch(/\bdescription\b.*is the same as in another resource of this stack/);
    expect(linesWith(output)).toEqual([]);
  });
});

describe("operations that fail at the platform", () => {
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

  let runs: Result[];
  let states: string[];

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
    [runs, states] = [[], []];
    for (const word of [SECRET, `other-${SECRET}`]) {
      stack.program(program(word));
      runs.push(await failing(stack.up("--continue-on-error")));
      states.push(await stack.export());
    }
    clearInterval(people);
  });

  /** The diagnostics of one resource. */
  function diagnosis(run: Result | undefined, name: string): string {
    const [, text = ""] = run?.output.split(`(${name}):\n`) ?? [];
    return text.split("\n\n")[0] ?? "";
  }

  test.each([
    ["creation", 0, ["attached", "slow", "existing", "rejected", "undecided", "www"]],
    ["update", 1, ["changed", "logins"]],
  ] as const)("the errors of each %s do not contain the secret", (_, run, names) => {
    for (const name of names) {
      const error = diagnosis(runs[run], name);
      expect([name, error]).toEqual([name, expect.stringContaining("error: ")]);
      expect(linesWith(error)).toEqual([]);
    }
  });

  test("the rest of the output does not contain a secret", () => {
    for (const { output } of runs) expect(linesWith(output)).toEqual([]);
  });

  test("the state contains the pending resources, and no secret in clear text", () => {
    for (const state of states) {
      expect(state).toContain("initErrors");
      expect(linesWith(state)).toEqual([]);
    }
  });

  test("the state contains no path of a request, which may contain a secret", () => {
    for (const state of states) expect(linesWith(state, String(NUMBER))).toEqual([]);
  });
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
