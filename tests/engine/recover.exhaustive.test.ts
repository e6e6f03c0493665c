import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { typeToken } from "../../sdk/src/pulumi/names";
import { type Command, eventually } from "../support/command";
import { type Deployment, useDeployment } from "../support/deployment";
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
/** The routers of the program. */
const ALL = COUNT + 1;

interface Result {
  isUnclear: boolean;
  operations: Array<{ urn: string; operation: string; result?: string; id?: string; candidates?: unknown[] }>;
}

/** What the tests do with a deployment. */
function actions({ platform, stack }: Deployment) {
  const nameIn = (urn: string) => urn.split("::").at(-1) ?? "";
  /** Ends all processes of a run, and removes what this machine knows of it. */
  const lose = async (run: Command) => {
    for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
    run.child.kill("SIGKILL");
    await run.ended;
    await eventually(() => stack.processes().length === 0);
    rmSync(join(stack.env.PULUMI_HOME ?? "", "cloudplatform"), { recursive: true, force: true });
    await stack.pulumi("cancel", "--yes");
  };
  /** Loses a run as soon as the condition holds. */
  const loseWhen = async (condition: () => boolean) => {
    const run = await stack.begin("up", "--yes", "--skip-preview", "--parallel", "8");
    await eventually(condition);
    await lose(run);
  };
  const recover = async (...args: string[]) => {
    const { code, stdout, stderr } = await packageCommand(stack, ["recover", "--json", ...args]);
    expect([stderr, stdout].join()).not.toMatch(/nobody-may-see/);
    const { operations, isUnclear } = JSON.parse(stdout) as Result;
    const results = operations.map(({ urn, result }) => [nameIn(urn), result]);
    return { code, isUnclear, operations, results: Object.fromEntries(results) as Record<string, string> };
  };
  /** Runs `up`, whose tasks end. */
  const up = async (...args: string[]) => {
    const timer = setInterval(() => platform.tasks.finish(), 20);
    const run = await stack.begin("up", "--yes", "--skip-preview", ...args);
    const ended = await run.ended;
    clearInterval(timer);
    return ended;
  };
  const expectComplete = async (count: number) => {
    expect(platform.routers.all().map(({ name }) => name)).toHaveLength(count);
    expect(new Set(platform.routers.all().map(({ name }) => name)).size).toBe(count);
    expect((await stack.resources(typeToken("Router"))).map(({ id }) => id).sort()).toEqual(
      platform.routers
        .all()
        .map(({ id }) => id)
        .sort(),
    );
    const { stdout } = await stack.preview("--expect-no-changes");
    expect(stdout).toContain("unchanged");
  };
  return { loseWhen, recover, up, expectComplete };
}

const created = ({ platform }: Deployment) =>
  changes(platform).filter(([call]) => call === "POST /cloud/v1/routers/1/2");

describe.each<[string, (deployment: Deployment) => () => boolean]>([
  [
    "with creations under way",
    ({ platform }) =>
      () =>
        platform.tasks.pending().length >= 6,
  ],
  [
    "after some were finished",
    ({ platform }) =>
      () => {
        const [first] = platform.tasks.pending();
        if (first && platform.routers.all().length < 12) platform.tasks.finish(first.id);
        return platform.routers.all().length >= 12 && platform.tasks.pending().length >= 4;
      },
  ],
  [
    "before the first creation was sent",
    ({ platform }) =>
      () =>
        platform.faults.fired().length > 0,
  ],
])("a first deployment that is lost %s", (what, conditionOf) => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, recover, up, expectComplete } = actions(deployment);

  beforeAll(async () => {
    stack.program(FLEET);
    if (what.startsWith("before")) platform.faults.add("hang@GET /cloud/v1/routers/1/2");
    await loseWhen(conditionOf(deployment));
    platform.faults.clear();
  }, 120_000);

  test("is continued elsewhere: nothing is made twice, all is in the state, and the next preview is empty", async () => {
    const before = platform.routers.all().length;
    const inState = (await stack.resources(typeToken("Router"))).length;
    const { code, results } = await recover();
    expect(code).toBe(0);
    const continued = Object.values(results).filter((result) => result === "continues");
    const ofRequests =
      platform.quotas.requests().length - (await stack.resources(typeToken("QuotaLimitRequest"))).length;
    expect(continued).toHaveLength(before - inState + ofRequests);
    if (what.startsWith("before")) expect(before).toBe(0);
    else expect(continued.length).toBeGreaterThan(2);
    expect(changes(platform)).toEqual([]);
    const { code: ended, output } = await up();
    expect([ended, output.includes("[router-exists]")]).toEqual([0, false]);
    expect(created(deployment)).toHaveLength(ALL - before);
    expect(platform.quotas.requests()).toHaveLength(1);
    await expectComplete(ALL);
  }, 180_000);
});

describe("a later deployment that is lost", () => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, recover, up, expectComplete } = actions(deployment);
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
    platform.faults.clear();
  }, 120_000);

  test("`--check` says what is unclear, with the command that decides it, and writes no record", async () => {
    const { stdout, code } = await packageCommand(stack, ["recover", "--check"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^unclear {4}Router abroad: .*it was created before the lost run$/m);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      `${other}, created 2026-01-01 00:00:00 UTC. If it is: npx pulumi-cloudplatform import 'abroad=Router:1/3/${other}'`,
    );
    const continued = await packageCommand(stack, ["preflight", "--json"]);
    expect(continued.stdout).not.toContain("an earlier run has begun");
  }, 120_000);

  test("the rest is continued, and the foreign router stays as it is", async () => {
    const { results, code, operations } = await recover();
    expect(code).toBe(1);
    const continued = Object.fromEntries([3, 4, 5, 6, 7].map((index) => [`router-${index}`, "continues"]));
    expect(results).toEqual({ ...continued, abroad: "unclear" });
    const [unclear = ""] = operations.flatMap(({ urn, result }) => (result === "unclear" ? urn : []));
    expect((await up("--continue-on-error", "--exclude", unclear, "--exclude-dependents")).code).toBe(0);
    expect(platform.routers.all().filter(({ name }) => name === "abroad")).toMatchObject([{ id: other }]);
    expect(created(deployment)).toEqual([]);
    await packageCommand(stack, ["import", "--yes", `abroad=Router:1/3/${other}`]);
    expect((await up()).code).toBe(0);
    await expectComplete(9);
  }, 180_000);
});

describe("a router of somebody else that was created in the same minute", () => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, recover, up } = actions(deployment);

  test("beside that of the lost run: neither is taken", async () => {
    stack.program(routers(1));
    await loseWhen(() => platform.tasks.pending().length > 0);
    platform.tasks.finish();
    platform.routers.add({ projectId: 1, regionId: 2, name: "router-0" });
    const { code, operations } = await recover();
    expect([code, operations[0]?.result, operations[0]?.candidates?.length]).toEqual([1, "unclear", 2]);
    expect((await up()).code).not.toBe(0);
    expect(changes(platform).filter(([call]) => !call.startsWith("POST"))).toEqual([]);
    expect(platform.routers.all()).toHaveLength(2);
  }, 120_000);
});

describe("a stack without pending operations", () => {
  const { platform, stack } = useDeployment();

  test("has no evidence, which the command says", async () => {
    const { code, stdout } = await packageCommand(stack, ["recover"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("nothing shows what a lost run has begun")]);
    expect(stdout).toContain("CLOUDPLATFORM_IF_EXISTS=adopt pulumi up");
    expect(platform.requests).toEqual([]);
  });
});
