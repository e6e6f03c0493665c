import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { typeToken } from "../../sdk/src/pulumi/names";
import { eventually } from "../support/command";
import { type Deployment, useDeployment } from "../support/deployment";
import { lose, whileTasksFinish } from "../support/lost-run";
import { packageCommand } from "../support/package-command";
import { changes } from "../support/platform";

// `pulumi-cloudplatform recover` on a machine that has no record of the run that was lost, with the real CLI.

const COUNT = 20;
const SECRET_NAME = "router-that-nobody-may-see";

const routers = (count: number) => `
for (let index = 0; index < ${count}; index++)
  new cloudplatform.Router("router-" + index, { projectId: 1, regionId: 2, name: "router-" + index });`;

const FLEET = `${routers(COUNT)}
new cloudplatform.Router("hidden", { projectId: 1, regionId: 2, name: pulumi.secret("${SECRET_NAME}") });
new cloudplatform.QuotaNotificationThreshold("alarm", { clientId: 42, threshold: 75 });
new cloudplatform.QuotaLimitRequest("cpus", {
  description: "Load test",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});`;

interface Result {
  operations: Array<{ urn: string; result?: string }>;
}

/** What the tests do with a deployment. */
function actions(deployment: Deployment) {
  const { platform, stack } = deployment;
  const routersInState = () => stack.resources(typeToken("Router"));
  return {
    routersInState,

    /** Ends all processes of a run as soon as the condition holds, and removes what this machine knows of it. */
    async loseWhen(condition: () => boolean) {
      const run = await stack.begin("up", "--yes", "--skip-preview", "--parallel", "8");
      await eventually(condition);
      await lose(deployment, run);
      rmSync(join(stack.env.PULUMI_HOME ?? "", "cloudplatform"), { recursive: true, force: true });
    },

    async recover() {
      const { code, stdout, output } = await packageCommand(stack, ["recover", "--json"]);
      expect(output).not.toMatch(/nobody-may-see/);
      const { operations } = JSON.parse(stdout) as Result;
      const results = operations.map(({ urn, result = "" }) => [urn.split("::").at(-1), result]);
      return { code, operations, results: Object.fromEntries(results) as Record<string, string> };
    },

    /** Runs `up`, whose tasks end. */
    async up(...args: string[]) {
      const run = await stack.begin("up", "--yes", "--skip-preview", ...args);
      return whileTasksFinish(deployment, run.ended);
    },

    async expectComplete(count: number) {
      const existing = platform.routers.all();
      expect(new Set(existing.map(({ name }) => name)).size).toBe(count);
      const ids = (await routersInState()).map(({ id }) => id);
      expect(ids.sort()).toEqual(existing.map(({ id }) => id).sort());
      await stack.preview("--expect-no-changes");
    },
  };
}

const created = ({ platform }: Deployment) =>
  changes(platform).filter(([call]) => call === "POST /cloud/v1/routers/1/2");

describe("a first deployment that is lost with creations under way", () => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, recover, up, routersInState, expectComplete } = actions(deployment);

  beforeAll(async () => {
    stack.program(FLEET);
    await loseWhen(() => platform.tasks.pending().length >= 6);
  }, 120_000);

  test("recover continues a first deployment elsewhere: nothing is created twice, and the next preview is empty", async () => {
    const before = platform.routers.all().length;
    const requestsInState = await stack.resources(typeToken("QuotaLimitRequest"));
    const lost = before - (await routersInState()).length;
    const { code, results } = await recover();
    expect(code).toBe(0);
    const continued = Object.values(results).filter((result) => result === "continues");
    expect(continued).toHaveLength(lost + platform.quotas.requests().length - requestsInState.length);
    expect(continued.length).toBeGreaterThanOrEqual(3);
    expect(changes(platform)).toEqual([]);
    const { code: ended, output } = await up();
    expect([ended, output.includes("[router-exists]")]).toEqual([0, false]);
    expect(created(deployment)).toHaveLength(COUNT + 1 - before);
    expect(platform.quotas.requests()).toHaveLength(1);
    await expectComplete(COUNT + 1);
  }, 180_000);
});

describe("a later deployment that is lost", () => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, up } = actions(deployment);
  let other = "";

  beforeAll(async () => {
    stack.program(routers(3));
    expect((await up()).code).toBe(0);
    // An old router of somebody else, which the lost run has not found before its end.
    const old = { projectId: 1, regionId: 3, name: "abroad", created_at: "2026-01-01T00:00:00+0000" };
    other = platform.routers.add(old).id;
    platform.faults.add("hang@GET /cloud/v1/routers/1/3");
    const abroad = 'new cloudplatform.Router("abroad", { projectId: 1, regionId: 3, name: "abroad" });';
    stack.program(routers(8) + abroad);
    await loseWhen(() => platform.tasks.pending().length >= 5 && platform.faults.fired().length > 0);
  }, 120_000);

  test("recover --check shows what is unclear, with the command that decides it, and leaves no record", async () => {
    const { stdout, code } = await packageCommand(stack, ["recover", "--check"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^unclear {4}Router abroad: .* only routers that were created from /m);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      `${other}, created 2026-01-01 00:00:00 UTC. If it is: npx pulumi-cloudplatform import 'abroad=Router:1/3/${other}'`,
    );
    const continued = await packageCommand(stack, ["preflight", "--json"]);
    expect(continued.stdout).not.toContain("an earlier run has begun");
  }, 120_000);
});

describe("a stack without pending operations", () => {
  const { platform, stack } = useDeployment();

  test("recover says that nothing shows what a lost run has begun if no operation is pending", async () => {
    const { code, stdout } = await packageCommand(stack, ["recover"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("nothing shows what a lost run has begun")]);
    expect(stdout).toContain("CLOUDPLATFORM_IF_EXISTS=adopt pulumi up");
    expect(platform.requests).toEqual([]);
  });
});
