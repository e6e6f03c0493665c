import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { type Command, eventually, type Result, root, start } from "../support/command";
import { Forge } from "../support/forge";
import { ObjectStore } from "../support/object-store";
import { CREATE, changes, KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";

// examples/gitops as its pipelines run it: the scripts, with the state in an object store. The commands of docs/pipelines.md
// are run as the page has them.

const SEVERAL_RUNS = 300_000;
const PASSPHRASE = "passphrase-that-nobody-may-see";

const EXAMPLE = join(root, "examples", "gitops");
const program = readFileSync(join(EXAMPLE, "index.ts"), "utf8");
const page = readFileSync(join(root, "docs", "pipelines.md"), "utf8");
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
const [setUp = "", repair = "", recover = ""] = blocks;
/** The exit codes that the page lists, and those that the runs below have ended with. */
const documented = [...page.matchAll(/^\| `(\d+)` \|/gm)].map(([, code]) => Number(code));
const seen = new Set<number | undefined>();

let platform: Simulator;
let store: ObjectStore;
let forge: Forge;
let stack: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  store = await ObjectStore.start();
  forge = await Forge.start();
  stack = await Stack.create({
    project: "examples/gitops",
    env: {
      ...store.env,
      PULUMI_STACK: "production",
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      CLOUDPLATFORM_API_KEY: KEY,
      // Only the tests that use the forge report to it, also where these tests run in a pipeline themselves.
      GITHUB_ACTIONS: "",
      GITLAB_CI: "",
      GITHUB_STEP_SUMMARY: "",
    },
  });
});

beforeEach(() => {
  platform.clearRequests();
  store.writes.length = 0;
});

afterAll(async () => {
  stack?.remove();
  await Promise.all([platform?.close(), store?.close(), forge?.close()]);
});

/** Runs commands in the folder of the repository. */
function begin(commands: string, env: NodeJS.ProcessEnv = {}): Command {
  return start("bash", ["-euc", commands], { cwd: stack.folder, env: { ...stack.env, ...env } });
}

async function run(commands: string, env?: NodeJS.ProcessEnv): Promise<Result> {
  const result = await begin(commands, env).ended;
  seen.add(result.code);
  expect(result.output).not.toContain(KEY);
  expect(result.output).not.toContain(PASSPHRASE);
  return result;
}

/** The configuration of the example, for the simulator, and with a client of its own for each stack. */
function configure(name: string, clientId: number): void {
  const config = readFileSync(join(EXAMPLE, "Pulumi.production.yaml"), "utf8")
    .replace("https://api.example.com", platform.url)
    .replace("network:clientId: 42", `network:clientId: ${clientId}`);
  stack.write(`Pulumi.${name}.yaml`, `${config}  cloudplatform:minPollInterval: 50ms\n`);
}

/** Ends all processes of a run and removes its files, as a runner that is lost. */
async function lose(run: Command): Promise<void> {
  for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
  run.child.kill("SIGKILL");
  await run.ended;
  await eventually(() => stack.processes().length === 0);
  rmSync(join(stack.env.PULUMI_HOME as string, "cloudplatform"), { recursive: true });
}

const names = () => platform.routers.all().map(({ name }) => name);
const stored = () =>
  readdirSync(store.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");

describe("the stack production", () => {
  test("the commands of the set-up create the stack and deploy it; the object store has its state, and no key", async () => {
    configure("production", 42);
    expect(await run(setUp)).toMatchObject({ code: 0 });
    expect(names()).toEqual(["production-edge"]);
    expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 75 });
    expect(stored()).toContain("production-edge");
    expect(stored()).not.toContain(KEY);
  });

  test("preview.sh only reads, also in the object store, and writes one comment where something changes, which the next preview changes", async () => {
    expect(await run("scripts/preview.sh", forge.env("GitHub"))).toMatchObject({ code: 0 });
    expect(forge.comments).toEqual([]);
    stack.write("index.ts", `${program}\nnew cloudplatform.Router("lab", { projectId: 0, regionId: 1 });\n`);
    const { code } = await run("scripts/preview.sh", forge.env("GitHub"));
    stack.write("index.ts", program);
    expect(code).toBe(1);
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).toContain("failed with exit code 1");
    expect(forge.comments[0]?.body).toContain("must be the number of a project: 1 or more");
    expect(changes(platform)).toEqual([]);
    expect(await run("scripts/preview.sh", forge.env("GitHub"))).toMatchObject({ code: 0 });
    expect(forge.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("The preview of the stack `production` succeeded."),
    ]);
    expect(store.writes).toEqual([]);
  });

  test("the comment has the plan, what the platform says about it, and the forecast; the job fails if the deployment would", async () => {
    const { id } = platform.routers.add({ projectId: 1234, regionId: 76, name: "lab" });
    const lab = 'new cloudplatform.Router("lab", { projectId: 1234, regionId: 76, name: "lab" });';
    stack.write("index.ts", `${program}\n${lab}\n`);
    const { code } = await run("scripts/preview.sh", forge.env("GitLab"));
    stack.write("index.ts", program);
    platform.routers.delete(id);
    expect(code).toBe(1);
    const body = forge.comments.at(-1)?.body ?? "";
    expect(body).toContain("The preview of the stack `production` succeeded. **The deployment would fail.**");
    expect(body).toMatch(
      /\| \*\*fails\*\* \| create \| <code>Router lab<\/code> \| <code>.*&#91;router&#45;exists&#93;/,
    );
    expect(body).toMatch(/^Forecast if nothing failed: .*\d+ requests?/m);
    expect(body).toMatch(/\+ pulumi-nodejs:dynamic\/cloudplatform:Router: \(create\)/);
    expect(changes(platform)).toEqual([]);
  });

  test("drift.sh ends with 0 without drift, and with 7 if there is drift, for which it opens an issue", async () => {
    expect(await run("scripts/drift.sh", forge.env("GitLab"))).toMatchObject({ code: 0 });
    expect(forge.issues).toEqual([]);
    platform.routers.change(platform.routers.all()[0]?.id ?? "", { name: "hotfix" });
    expect(await run("scripts/drift.sh", forge.env("GitLab"))).toMatchObject({ code: 7 });
    expect(forge.issues).toMatchObject([{ title: "Drift of the stack production", state: "open" }]);
    expect(forge.issues[0]?.description).toMatch(/~ name\s*: "production-edge" => "hotfix"/);
    expect(changes(platform)).toEqual([]);
    expect(store.writes).toEqual([]);
  });

  test("a failed repair ends with 1; the next one repairs the drift, and the check after it closes the issue", async () => {
    platform.faults.add("status:code=403@PATCH /cloud/v2/routers/1234/76/{id}");
    const { code, output } = await run("scripts/repair.sh");
    platform.faults.clear();
    expect(output).toContain("was answered 403");
    expect(code).toBe(1);
    expect(await run(repair, forge.env("GitLab"))).toMatchObject({ code: 0 });
    expect(names()).toEqual(["production-edge"]);
    expect(forge.issues).toMatchObject([{ state: "closed" }]);
  });

  test(
    "apply.sh deploys the plan that plan.sh has saved, which contains no key, and refuses anything else",
    async () => {
      const lab = (name: string) =>
        `${program}\nnew cloudplatform.Router("lab", { projectId: 1234, regionId: 76, name: "${name}" });\n`;
      stack.write("index.ts", lab("planned"));
      expect(await run("scripts/plan.sh")).toMatchObject({ code: 0 });
      expect(store.writes).toEqual([]);
      for (const secret of [KEY, PASSPHRASE])
        expect(readFileSync(join(stack.folder, "plan.json"), "utf8")).not.toContain(secret);
      stack.write("index.ts", lab("other"));
      const { code, output } = await run("scripts/apply.sh");
      expect(output).toContain("violates plan");
      expect(code).toBe(1);
      expect(changes(platform)).toEqual([]);
      stack.write("index.ts", lab("planned"));
      expect(await run("scripts/apply.sh")).toMatchObject({ code: 0 });
      expect(names()).toEqual(["production-edge", "planned"]);
      stack.write("index.ts", program);
      // The summary has the plan, and nothing of a plan without changes.
      const summary = { ...forge.env("GitHub"), GITHUB_STEP_SUMMARY: join(stack.folder, "summary.md") };
      await run("scripts/plan.sh", summary);
      expect(await run("scripts/apply.sh")).toMatchObject({ code: 0 });
      expect(names()).toEqual(["production-edge"]);
      await run("scripts/plan.sh", summary);
      expect(readFileSync(summary.GITHUB_STEP_SUMMARY, "utf8").match(/^Plan of the stack/gm)).toHaveLength(1);
    },
    SEVERAL_RUNS,
  );

  test.each([
    ["an unknown stack", { PULUMI_STACK: "unknown" }, 6, "no stack named 'unknown' found"],
    ["no stack", { PULUMI_STACK: "" }, 1, "PULUMI_STACK: must be the name of the stack"],
    ["a wrong passphrase", { PULUMI_CONFIG_PASSPHRASE: "wrong" }, 1, "incorrect passphrase"],
    ["a wrong key of the object store", { AWS_SECRET_ACCESS_KEY: "wrong" }, 1, "SignatureDoesNotMatch"],
  ])("%s: drift.sh fails, and opens no issue", async (_, env, code, message) => {
    const result = await run("scripts/drift.sh", { ...forge.env("GitHub"), ...env });
    expect(result.output).toContain(message);
    expect(result.code).toBe(code);
    expect(forge.issues).toHaveLength(1);
    expect(platform.requests).toEqual([]);
  });
});

describe("two runs at once, and a lost runner", () => {
  const staging = { PULUMI_STACK: "staging" };
  const LOCKED = "the stack is currently locked by 1 lock(s)";

  test("a run that fails ends as it should: its router is not created", async () => {
    configure("staging", 43);
    await run("pulumi stack init staging", staging);
    platform.faults.add("status:code=403@POST /cloud/v1/routers/1234/76");
    expect(await run("scripts/deploy.sh", staging)).toMatchObject({ code: 1 });
    platform.faults.clear();
    expect(names()).not.toContain("staging-edge");
  });

  test(
    "while a deployment runs, another deployment is refused, and sends nothing",
    async () => {
      platform.faults.add("task-never-ends@POST /cloud/v1/routers/1234/76");
      const first = begin("scripts/deploy.sh", staging);
      await eventually(() => platform.tasks.pending().length > 0);
      const sent = changes(platform);
      const second = await run("scripts/deploy.sh", staging);
      expect(second.output).toContain(LOCKED);
      expect(second.code).toBe(1);
      expect(changes(platform)).toEqual(sent);
      expect(page).toContain(LOCKED);
      // Neither of these needs the lock.
      expect(await run("scripts/preview.sh", staging)).toMatchObject({ code: 0 });
      expect(await run("scripts/drift.sh", staging)).toMatchObject({ code: 0 });
      await lose(first);
    },
    SEVERAL_RUNS,
  );

  test("the lock of a lost runner stays, and the next deployment is refused", async () => {
    platform.faults.clear();
    platform.tasks.finish();
    expect((await run("scripts/deploy.sh", staging)).output).toContain(LOCKED);
    expect(changes(platform)).toEqual([]);
  });

  test("recover.sh removes the lock, and continues with the router that the lost run has created", async () => {
    expect(await run(recover, staging)).toMatchObject({ code: 0 });
    expect(platform.count(CREATE)).toBe(0);
    expect(names().filter((name) => name === "staging-edge")).toHaveLength(1);
    expect(await run("scripts/drift.sh", staging)).toMatchObject({ code: 0 });
    const next = await run("scripts/deploy.sh", staging);
    expect(next.output).toContain("3 unchanged");
    expect(next.output).not.toContain("pending operations");
  });
});

describe("a lost runner, and a router of the same name that it did not create", () => {
  const lab = { PULUMI_STACK: "lab" };
  const own = () => platform.routers.all().filter(({ name }) => name === "lab-edge");

  /** Kills a deployment before it has sent a creation. */
  async function loseRun(): Promise<void> {
    // The first list is that of the preview.
    platform.faults.add("hang@GET /cloud/v1/routers/1234/76#2");
    const lost = begin("scripts/deploy.sh", lab);
    await eventually(() => platform.faults.fired().length > 0);
    await lose(lost);
    platform.faults.clear();
    platform.clearRequests();
  }

  beforeAll(async () => {
    configure("lab", 44);
    await run("pulumi stack init lab", lab);
    const created_at = new Date(Date.now() - 3_600_000).toISOString();
    platform.routers.add({ projectId: 1234, regionId: 76, name: "lab-edge", created_at });
  });

  test.each(["the first run of the stack", "a later one"])(
    "recover.sh takes no router and says what to do by hand: %s",
    async () => {
      await loseRun();
      const [foreign] = own();
      const { code, output } = await run("scripts/recover.sh", lab);
      expect(output).toMatch(/^unclear {4}Router edge: .*it was created before the lost run/m);
      expect(output.replace(/\s+/g, " ")).toContain(`'edge=Router:1234/76/${foreign?.id}'`);
      expect(output).not.toContain("[router-exists]");
      expect(code).toBe(1);
      expect(own()).toEqual([foreign]);
      expect(changes(platform).filter(([call]) => call.includes("/routers/"))).toEqual([]);
    },
    SEVERAL_RUNS,
  );

  test(
    "the printed command takes the router into the state, and recover.sh then finishes",
    async () => {
      await loseRun();
      const { output } = await run("scripts/recover.sh", lab);
      const [command = ""] =
        /npx pulumi-cloudplatform import [^']*'edge=[^']*'/.exec(output.replace(/\s+/g, " ")) ?? [];
      // npx would find the CLI of the npm package, which downloads itself.
      expect(await run(`${command.replace("npx ", "")} --yes`, lab)).toMatchObject({ code: 0 });
      expect(await run("scripts/recover.sh", lab)).toMatchObject({ code: 0 });
      expect(own()).toHaveLength(1);
      expect((await run("scripts/deploy.sh", lab)).output).not.toContain("pending operations");
    },
    SEVERAL_RUNS,
  );
});

test("all commands of the page are run above, and its table has the exit codes that were seen", () => {
  expect(blocks).toHaveLength(3);
  expect(documented).toEqual([...seen].sort());
});
