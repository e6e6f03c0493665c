import { describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../../../simulator/src";
import { NOT_THE_API } from "../../../support/not-the-api";
import { KEY, NO_ROUTER } from "../../../support/platform";
import { PLACE, routers, STACK, type Step, stepOf, usePreflight } from "../../../support/preflight-file";
import { runCommand } from "../../../support/run-command";
import { startScriptedServer } from "../../../support/scripted-server";

// Which server `preflight --preview FILE` asks, with which key, and what it says of accounts that cannot be used.

const { closeLater, preflight, start } = usePreflight();

const MEMBER = { type: "EdgeGroupMembership", name: "member", after: { groupId: 7, clientId: 70 } };
const accountOf = (stdout: string) => /^\S+(?: \S+)* +account .*$/m.exec(stdout)?.[0];

test("a platform that cannot be reached is a failure of the account, and sends no further requests", async () => {
  const { code, stdout } = await preflight({ url: "http://127.0.0.1:9" }, routers(2));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^fails +account +the stack's configuration\n.*\[unreachable\]/m);
  expect(stdout).toMatch(/^not checked +create +Router r0, r1\n +the stack's configuration cannot be used$/m);
});

test("a preview of another project or stack is an error, and no request is sent", async () => {
  const platform = await start();
  const other = await preflight(platform, routers(1), "--stack", "organization/cloudplatform-stack/prod");
  expect(other).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /is a preview of the stack dev of .*, not of the stack prod of .* \[preview-of-another-stack\]/,
    ),
  });
  expect((await preflight(platform, routers(1), "--stack", "me/cloudplatform-stack/dev")).code).toBe(0);
  const files = {
    "Pulumi.yaml": "name: another",
    "preview.json": JSON.stringify({ steps: [{ op: "same", urn: `${STACK}::a:b:C::c` }] }),
  };
  const output = await runCommand(["preflight", "--preview", "preview.json"], { files });
  expect(output).toContain("not of the stack dev of the project another [preview-of-another-stack]");
});

describe("a server that is not the API", () => {
  test.each(Object.entries(NOT_THE_API))("fails with the code of `up`: %s", async (_, reply) => {
    const server = closeLater(await startScriptedServer(() => reply));
    const { code, stdout } = await preflight(server, routers(1));
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^fails +account [^[]*is\s+not\s+known\s+to\s+be\s+the\s+platform's API[^[]*\[server-not-verified\]/m,
      ),
    ]);
  });
});

describe("the key in the state", () => {
  const type = "pulumi:providers:pulumi-nodejs";
  const urn = `${STACK}::${type}::partner`;

  /** Checks a file in which the Provider has this base URL. The state has the key, and the URL of the platform. */
  function checkFile({ url }: Simulator, baseUrl: string, more: object = {}, op = "same"): Promise<string> {
    const inputs = (apiKey: string, to: string) => ({
      "cloudplatform:apiKey": apiKey,
      "cloudplatform:baseUrl": to,
    });
    const settings = { type, inputs: inputs("[secret]", baseUrl) };
    const steps = [
      { op, urn, oldState: settings, newState: settings },
      stepOf({ ...MEMBER, provider: `${urn}::1` }),
    ];
    const resources = [{ urn, type, inputs: inputs(KEY, url) }];
    const files = {
      "Pulumi.yaml": "name: cloudplatform-stack",
      "preview.json": JSON.stringify({ steps, changeSummary: {} }),
    };
    return runCommand(["preflight", "--preview", "preview.json"], { files, resources, ...more });
  }

  test("is sent to the base URL in the state, and not to another one that a file names", async () => {
    const [platform, other] = [await start(), await start()];
    expect(await checkFile(platform, platform.url)).toMatch(/^ok +account +Provider partner/m);
    expect(await checkFile(platform, other.url)).toMatch(
      /^not checked +account +Provider partner\n +its baseUrl is new/m,
    );
    expect(other.requests).toEqual([]);
  });

  test("is sent nowhere if the settings of the Provider change: the key may be another one", async () => {
    const [platform, other] = [await start(), await start()];
    const notChecked = (reason: string) =>
      expect.stringMatching(new RegExp(`^not checked +account +Provider partner\\n +${reason}`, "m"));
    expect(await checkFile(platform, platform.url, {}, "update")).toEqual(notChecked("its settings change"));
    expect(await checkFile(platform, other.url, {}, "update")).toEqual(notChecked("its baseUrl is new"));
    expect([...platform.requests, ...other.requests]).toEqual([]);
  });

  test("cannot be found if the CLI fails, which is no failure of `up`", async () => {
    const platform = await start();
    const output = await checkFile(platform, platform.url, { cliError: "no login" });
    expect(output).toMatch(/^pulumi-cloudplatform: the command .* failed: no login \[cli-failed\]/);
  });
});

describe("an account", () => {
  test("can be used if only another area of the platform is out of order", async () => {
    const platform = await start();
    platform.faults.add("status:code=503@GET /streaming/ai/tasks");
    const { code, stdout } = await preflight(platform, [MEMBER]);
    expect([code, accountOf(stdout)]).toEqual([0, expect.stringMatching(/^ok /)]);
  });

  test("is not asked if no step uses it", async () => {
    const platform = await start({ apiKeys: ["another"] });
    const before = { ...PLACE, routerId: NO_ROUTER, name: "edge" };
    const { code, stdout } = await preflight(platform, [
      { op: "same", name: "edge", id: NO_ROUTER, before, after: before },
    ]);
    expect([code, stdout]).toEqual([0, "No steps to check; 1 resource unchanged.\nNothing to deploy.\n"]);
    expect(platform.requests).toEqual([]);
  });
});

describe("an operation that the key must not use", () => {
  const steps: Step[] = [
    { type: "QuotaNotificationThreshold", name: "alarm", after: { clientId: 5, threshold: 70 } },
    { op: "delete", name: "gone", id: NO_ROUTER, before: { ...PLACE, routerId: NO_ROUTER, name: "gone" } },
    { name: "edge", after: { ...PLACE, name: "edge" } },
  ];

  test("is a failure if `up` uses it as well, and else the reason why the step is not checked", async () => {
    const platform = await start();
    platform.faults.add("status:code=403@GET /cloud/*");
    const { code, stdout } = await preflight(platform, steps);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fails +create +Router edge\n.*was answered 403.*\[forbidden\]/m);
    for (const name of ["delete +Router gone", "create +QuotaNotificationThreshold alarm"])
      expect(stdout).toMatch(
        new RegExp(
          `^not checked +${name}\\n[^[]*was answered 403[^]*?\\[forbidden\\]\\.\\s+\`up\` does not need`,
          "m",
        ),
      );
  });

  test("is no failure if `up` knows the object from a list", async () => {
    const platform = await start();
    const kind = { email: "ops@example.com", notificationType: "failed_login" };
    platform.resellers.add({ resellerId: 8, email: kind.email, notification_type: "failed_login" });
    platform.faults.add("status:code=403@GET /iam/reselling/resellers/8/notification_settings/*");
    const after = { resellerId: 8, ...kind, ifExists: "adopt" };
    const { code, stdout } = await preflight(platform, [
      { type: "ResellerNotificationSettings", name: "logins", after },
    ]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/adopts notification settings/)]);
    expect(stdout).toMatch(/not checked: [^[]*\[forbidden\]\.\s+`up`\s+does\s+not\s+need/);
  });
});
