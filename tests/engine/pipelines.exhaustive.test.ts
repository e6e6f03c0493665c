import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { type Command, eventually, type Result, root, start } from "../support/command";
import { CREATE, changes, KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";
import { Forge } from "./forge";
import { ObjectStore } from "./object-store";

// examples/gitops as its pipelines run it: the scripts, with the state in an object store. The commands of docs/pipelines.md
// are run as the page has them.

const SEVERAL_RUNS = 300_000;
const PASSPHRASE = "passphrase-that-nobody-may-see";

const EXAMPLE = join(root, "examples", "gitops");
const program = readFileSync(join(EXAMPLE, "index.ts"), "utf8");
const page = readFileSync(join(root, "docs", "pipelines.md"), "utf8");

/** The block of the page that has the command. */
function commandsWith(command: string): string {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const block = blocks.find((one) => one.includes(command));
  if (block === undefined) throw new Error(`docs/pipelines.md has no block with ${command}.`);
  return block;
}

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
  for (const secret of [KEY, PASSPHRASE]) expect(result.output).not.toContain(secret);
  return result;
}

async function expectSuccess(commands: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await run(commands, env);
  expect([code, output]).toEqual([0, output]);
  return output;
}

async function expectFailure(commands: string, message: string, env?: NodeJS.ProcessEnv): Promise<void> {
  expect(await run(commands, env)).toMatchObject({ code: 1, output: expect.stringContaining(message) });
}

/** Creates a stack with the configuration of the example, for the simulator, and with a client of its own. */
function configure(name: string, clientId: number): void {
  const config = readFileSync(join(EXAMPLE, "Pulumi.production.yaml"), "utf8")
    .replace("https://api.example.com", platform.url)
    .replace("network:clientId: 42", `network:clientId: ${clientId}`);
  stack.write(`Pulumi.${name}.yaml`, config);
}

/** Adds a router to the program. */
function declare(name: string, projectId = 1234): void {
  const router = `new cloudplatform.Router("lab", { projectId: ${projectId}, regionId: 76, name: "${name}" });`;
  stack.write("index.ts", `${program}\n${router}\n`);
}

const revert = () => stack.write("index.ts", program);

/** Ends all processes of a run and removes its files, as a runner that is lost. */
async function lose(run: Command): Promise<void> {
  for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
  run.child.kill("SIGKILL");
  await run.ended;
  await eventually(() => stack.processes().length === 0);
  rmSync(join(stack.env.PULUMI_HOME as string, "cloudplatform"), { recursive: true });
  platform.faults.clear();
}

const names = () => platform.routers.all().map(({ name }) => name);
const stored = () =>
  readdirSync(store.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");

test("the commands of the set-up create and deploy a stack; the object store has its state, and no key", async () => {
  configure("production", 42);
  await expectSuccess(commandsWith("pulumi stack init"));
  expect(names()).toEqual(["production-edge"]);
  expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 75 });
  expect(stored()).toContain("production-edge");
  expect(stored()).not.toContain(KEY);
});

test("preview.sh writes a comment with the plan and the findings of preflight, and only reads", async () => {
  const env = forge.env("GitHub");
  const { id } = platform.routers.add({ projectId: 1234, regionId: 76, name: "lab" });
  declare("lab");
  expect(await run("scripts/preview.sh", env)).toMatchObject({ code: 1 });
  const body = forge.comments.at(-1)?.body ?? "";
  expect(body).toContain("The preview of the stack `production` succeeded. **The deployment would fail.**");
  expect(body).toMatch(
    /\| \*\*fails\*\* \| create \| <code>Router lab<\/code> \| <code>.*&#91;router&#45;exists&#93;/,
  );
  expect(body).toMatch(/\+ pulumi-nodejs:dynamic\/cloudplatform:Router: \(create\)/);
  declare("lab", 0);
  await expectFailure("scripts/preview.sh", "must be the number of a project: 1 or more", env);
  expect(forge.comments.at(-1)?.body).toContain("failed with exit code 1");
  revert();
  platform.routers.delete(id);
  await expectSuccess("scripts/preview.sh", env);
  expect(forge.comments).toMatchObject([
    { body: expect.stringContaining("The preview of the stack `production` succeeded.") },
  ]);
  expect([changes(platform), store.writes]).toEqual([[], []]);
});

test("drift.sh ends with 0 without drift, and with 7 if there is drift, for which it opens an issue", async () => {
  await expectSuccess("scripts/drift.sh", forge.env("GitLab"));
  expect(forge.issues).toEqual([]);
  platform.routers.change(platform.routers.all()[0]?.id ?? "", { name: "hotfix" });
  expect(await run("scripts/drift.sh", forge.env("GitLab"))).toMatchObject({ code: 7 });
  expect(forge.issues).toMatchObject([{ title: "Drift of the stack production", state: "open" }]);
  expect(forge.issues[0]?.description).toMatch(
    /name: "production-edge" in the state, "hotfix" at the platform/,
  );
  expect([changes(platform), store.writes]).toEqual([[], []]);
});

test("deploy.sh repairs drift after a failed deployment, and the check after it closes the issue", async () => {
  platform.faults.add("status:code=403@PATCH /cloud/v2/routers/1234/76/{id}");
  await expectFailure("scripts/deploy.sh", "was answered 403");
  platform.faults.clear();
  await expectSuccess(commandsWith("scripts/drift.sh"), forge.env("GitLab"));
  expect(names()).toEqual(["production-edge"]);
  expect(forge.issues).toMatchObject([{ state: "closed" }]);
});

test(
  "apply.sh deploys what plan.sh has planned, and refuses anything else; the plan contains no key",
  async () => {
    declare("planned");
    await expectSuccess("scripts/plan.sh");
    expect(store.writes).toEqual([]);
    const plan = readFileSync(join(stack.folder, "plan.json"), "utf8");
    for (const secret of [KEY, PASSPHRASE]) expect(plan).not.toContain(secret);
    declare("other");
    await expectFailure("scripts/apply.sh", "violates plan");
    expect(changes(platform)).toEqual([]);
    declare("planned");
    await expectSuccess("scripts/apply.sh");
    expect(names()).toEqual(["production-edge", "planned"]);
    revert();
    await expectSuccess("scripts/deploy.sh");
  },
  SEVERAL_RUNS,
);

test.each([
  ["an unknown stack", { PULUMI_STACK: "unknown" }, 6, "no stack named 'unknown' found"],
  ["no stack", { PULUMI_STACK: "" }, 1, "PULUMI_STACK: must be the name of the stack"],
  ["a wrong passphrase", { PULUMI_CONFIG_PASSPHRASE: "wrong" }, 1, "incorrect passphrase"],
  ["a wrong key of the object store", { AWS_SECRET_ACCESS_KEY: "wrong" }, 1, "SignatureDoesNotMatch"],
])("drift.sh opens no issue if it fails with %s", async (_, env, code, message) => {
  const result = await run("scripts/drift.sh", { ...forge.env("GitHub"), ...env });
  expect(result).toMatchObject({ code, output: expect.stringContaining(message) });
  expect(forge.issues).toHaveLength(1);
  expect(platform.requests).toEqual([]);
});

const staging = { PULUMI_STACK: "staging" };
const LOCKED = "the stack is currently locked by 1 lock(s)";

test(
  "while a deployment runs, another deployment is refused, and previews and checks are not",
  async () => {
    configure("staging", 43);
    await run("pulumi stack init staging", staging);
    platform.faults.add("task-never-ends@POST /cloud/v1/routers/1234/76");
    const first = begin("scripts/deploy.sh", staging);
    const hasThreshold = () => platform.quotas.threshold(43) !== undefined;
    await eventually(() => platform.tasks.pending().length > 0 && hasThreshold());
    const sent = changes(platform);
    await expectFailure("scripts/deploy.sh", LOCKED, staging);
    expect(changes(platform)).toEqual(sent);
    await expectSuccess("scripts/preview.sh", staging);
    await expectSuccess("scripts/drift.sh", staging);
    await lose(first);
    platform.tasks.finish();
    await expectFailure("scripts/deploy.sh", LOCKED, staging);
  },
  SEVERAL_RUNS,
);

test(
  "recover.sh removes the lock, and continues with the router that the lost run has created",
  async () => {
    await expectSuccess(commandsWith("scripts/recover.sh"), staging);
    expect(platform.count(CREATE)).toBe(0);
    expect(names().filter((name) => name === "staging-edge")).toHaveLength(1);
    await expectSuccess("scripts/drift.sh", staging);
    const output = await expectSuccess("scripts/deploy.sh", staging);
    expect(output).toContain("3 unchanged");
    expect(output).not.toContain("pending operations");
  },
  SEVERAL_RUNS,
);

test(
  "recover.sh takes no router that the lost run may not have created, and finishes after the printed import",
  async () => {
    const lab = { PULUMI_STACK: "lab" };
    const own = () => platform.routers.all().filter(({ name }) => name === "lab-edge");
    configure("lab", 44);
    await run("pulumi stack init lab", lab);
    const created_at = new Date(Date.now() - 3_600_000).toISOString();
    const foreign = platform.routers.add({ projectId: 1234, regionId: 76, name: "lab-edge", created_at });
    // The run is lost before it has sent a creation. The first list is that of the preview.
    platform.faults.add("hang@GET /cloud/v1/routers/1234/76#2");
    const lost = begin("scripts/deploy.sh", lab);
    await eventually(() => platform.faults.fired().length > 0);
    await lose(lost);
    platform.clearRequests();

    const { code, output } = await run("scripts/recover.sh", lab);
    expect(code).toBe(1);
    expect(output).toMatch(/^unclear {4}Router edge: .* only routers that were created from /m);
    expect(output).not.toContain("[router-exists]");
    expect(own().map(({ id }) => id)).toEqual([foreign.id]);
    expect(changes(platform).filter(([call]) => call.includes("/routers/"))).toEqual([]);
    const printed = /npx (pulumi-cloudplatform import [^']*'edge=[^']*')/;
    // npx would find the CLI of the npm package, which downloads itself.
    const [, command = ""] = printed.exec(output.replace(/\s+/g, " ")) ?? [];
    expect(command).toContain(`'edge=Router:1234/76/${foreign.id}'`);
    await expectSuccess(`${command} --yes`, lab);
    await expectSuccess("scripts/recover.sh", lab);
    expect(own()).toHaveLength(1);
    expect(await expectSuccess("scripts/deploy.sh", lab)).not.toContain("pending operations");
  },
  SEVERAL_RUNS,
);
