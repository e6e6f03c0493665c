import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { typeToken } from "../../sdk/src/pulumi/names";
import { eventually, failing } from "../support/command";
import { type Deployment, useDeployment } from "../support/deployment";
import { FIVE_RUNS, InterruptedStack } from "../support/interruption";
import { packageCommand } from "../support/package-command";
import { changes, OFFICE } from "../support/platform";
import { yaml } from "../support/stack";

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
function actions({ platform, stack }: Deployment) {
  const routersInState = () => stack.resources(typeToken("Router"));
  return {
    routersInState,

    /** Ends all processes of a run as soon as the condition holds, and removes what this machine knows of it. */
    async loseWhen(condition: () => boolean) {
      const run = await stack.begin("up", "--yes", "--skip-preview", "--parallel", "8");
      await eventually(condition);
      for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
      run.child.kill("SIGKILL");
      await run.ended;
      await eventually(() => stack.processes().length === 0);
      platform.faults.clear();
      rmSync(join(stack.env.PULUMI_HOME ?? "", "cloudplatform"), { recursive: true, force: true });
      await stack.pulumi("cancel", "--yes");
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
      const timer = setInterval(() => platform.tasks.finish(), 20);
      const run = await stack.begin("up", "--yes", "--skip-preview", ...args);
      return run.ended.finally(() => clearInterval(timer));
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

describe.each<[what: string, atLeast: number, fault?: string]>([
  ["with creations under way", 3],
  ["before the first creation was sent", 0, "hang@GET /cloud/v1/routers/1/2"],
])("a first deployment that is lost %s", (_, atLeast, fault) => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, recover, up, routersInState, expectComplete } = actions(deployment);

  beforeAll(async () => {
    stack.program(FLEET);
    if (fault) platform.faults.add(fault);
    const { faults, tasks } = platform;
    await loseWhen(() => (fault ? faults.fired().length > 0 : tasks.pending().length >= 6));
  }, 120_000);

  test("recover continues a first deployment elsewhere: nothing is created twice, and the next preview is empty", async () => {
    const before = platform.routers.all().length;
    const requestsInState = await stack.resources(typeToken("QuotaLimitRequest"));
    const lost = before - (await routersInState()).length;
    const { code, results } = await recover();
    expect(code).toBe(0);
    const continued = Object.values(results).filter((result) => result === "continues");
    expect(continued).toHaveLength(lost + platform.quotas.requests().length - requestsInState.length);
    expect(continued.length).toBeGreaterThanOrEqual(atLeast);
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

  test("recover continues a later deployment, but for the router of somebody else, which stays as it is", async () => {
    const { results, code, operations } = await recover();
    const continued = Object.fromEntries([3, 4, 5, 6, 7].map((index) => [`router-${index}`, "continues"]));
    expect([code, results]).toEqual([1, { ...continued, abroad: "unclear" }]);
    const unclear = operations.find(({ result }) => result === "unclear")?.urn ?? "";
    expect((await up("--continue-on-error", "--exclude", unclear, "--exclude-dependents")).code).toBe(0);
    expect(platform.routers.all().filter(({ name }) => name === "abroad")).toMatchObject([{ id: other }]);
    expect(created(deployment)).toEqual([]);
    await packageCommand(stack, ["import", "--yes", `abroad=Router:1/3/${other}`]);
    expect((await up()).code).toBe(0);
    await expectComplete(9);
  }, 180_000);
});

/** Runs a command of Pulumi that a report prints, up to the word that follows it. */
function runPrinted({ stack }: Deployment, stdout: string, command: "import" | "refresh") {
  const [, args = ""] =
    new RegExp(`pulumi (${command} .*?)( Next:|$)`).exec(stdout.trim().replace(/\s+/g, " ")) ?? [];
  return stack.pulumi(...args.split(" ").map((word) => word.replaceAll("'", "")), "--yes");
}

describe("a creation that was killed", () => {
  const deployment = useDeployment({ taskTime: "manual" });
  const { platform, stack } = deployment;
  const { loseWhen, up } = actions(deployment);
  const ALARM = 'new cloudplatform.QuotaNotificationThreshold("alarm", { clientId: 42, threshold: 75 });';
  const report = async () => (await packageCommand(stack, ["recover"])).stdout;

  test("recover says that nothing is open once up or destroy has succeeded, and its command ends what is pending", async () => {
    stack.program(routers(1));
    await loseWhen(() => platform.tasks.pending().length > 0);
    expect(await report()).toMatch(/It has left 1 operation begun after .*\n\ncontinues {2}Router router-0/);
    await up();
    expect(await report()).toMatch(
      /^Nothing of a lost run is open\. .* 1 pending operation\.\n\ndone {7}Router router-0/,
    );
    stack.program(routers(1).replace('"router-" + index })', '"renamed" })'));
    await up();
    expect(await report()).toMatch(/^Nothing .*\n\ndone /);
    stack.program("");
    await up();
    const settled = await report();
    expect(settled).toMatch(/^Nothing .*\n\ncreates {4}Router router-0: the platform has nothing of it/);
    await runPrinted(deployment, settled, "refresh");
    expect(await report()).toContain("no pending operations");
  }, 180_000);

  test("recover names what a later run has left, as its program has changed, and how to remove it", async () => {
    stack.program(ALARM + routers(1));
    platform.faults.add("hang:processed@PUT");
    await loseWhen(
      () => platform.tasks.pending().length > 0 && platform.quotas.threshold(42)?.threshold === 75,
    );
    stack.program("");
    await up();
    platform.tasks.finish();
    const left = await packageCommand(stack, ["recover"]);
    expect([left.code, left.stdout]).toEqual([1, expect.stringMatching(/^unclear .*Router router-0/m)]);
    expect(left.stdout).toMatch(/^repeats .*alarm/m);
    expect(left.stdout.replace(/\s+/g, " ")).toContain("declare it for one `pulumi up`, and then remove it");
    for (const program of [ALARM, ""]) {
      stack.program(program);
      await up();
    }
    expect(platform.quotas.thresholds()).toEqual([]);
    expect(await report()).toMatch(/^creates .*alarm/m);
  }, 180_000);
});

describe("in a project in YAML", () => {
  const deployment = useDeployment({ taskTime: "manual" }, { yaml: true });
  const { platform, stack } = deployment;
  const { loseWhen, up } = actions(deployment);

  test("recover prints Pulumi's own command, which imports the object", async () => {
    const properties = { projectId: 1, regionId: 2, name: "edge" };
    stack.program(yaml({ resources: { edge: { type: "cloudplatform:Router", properties } } }));
    platform.faults.add("hang@GET /cloud/v1/routers/1/2");
    await loseWhen(() => platform.faults.fired().length > 0);
    const { id } = platform.routers.add({ ...properties, created_at: "2026-01-01T00:00:00+0000" });
    const { stdout } = await packageCommand(stack, ["recover"]);
    await runPrinted(deployment, stdout, "import");
    expect((await up()).code).toBe(0);
    expect(await stack.resources()).toMatchObject([{ id }]);
    expect(changes(platform)).toEqual([]);
  }, 180_000);
});

describe("a killed update that declares routes for the first time, and a program that is reverted", () => {
  let setup: InterruptedStack;
  beforeAll(async () => {
    setup = await InterruptedStack.start();
  });
  afterAll(() => setup?.end());

  const declare = (more: string) =>
    setup.stack.program(
      `new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge", ${more} });`,
    );
  const SUBNET = `interfaces: [{ subnetId: "${OFFICE}", ipAddress: "10.0.1.5" }]`;

  const CHANGED = `${SUBNET}, routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.1.13" }]`;

  test(
    "recover names them, a subnet that they need is not detached, and declaring them once removes them",
    async () => {
      const { stack, platform } = setup;
      declare(SUBNET);
      await setup.recover("the provider process");
      declare(CHANGED);
      await setup.kill("both", ["waiting for PATCH /cloud/v2/routers/1/2/{id}"]);
      platform.tasks.finish();
      await stack.pulumi("cancel", "--yes");
      const { stdout } = await packageCommand(stack, ["recover"]);
      expect(stdout.replace(/\s+/g, " ")).toMatch(
        /first to declare routes .* declare it for one `pulumi up`, and then/,
      );

      declare("interfaces: []");
      const { output } = await failing(stack.up("--refresh"));
      expect(output).toMatch(/does not declare the route to 192\.168\.7\.0\/24 .*\[router-subnet-needed\]/);
      declare(CHANGED);
      await setup.recover("the provider process");
      declare("interfaces: []");
      await setup.recover("the provider process");
      expect(platform.routers.all()).toMatchObject([{ routes: [], interfaces: [] }]);
      await stack.up("--refresh", "--expect-no-changes");
    },
    FIVE_RUNS,
  );
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
