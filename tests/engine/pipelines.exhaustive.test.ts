import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { parse, parseAllDocuments, stringify } from "yaml";
import type { Simulator } from "../../simulator/src";
import { type Command, eventually, type Result, root, start } from "../support/command";
import { CREATE, changes, KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";
import { ObjectStore } from "./object-store";

// examples/gitops as its pipelines run it: the commands of the jobs of GitLab CI, those of Pulumi's action in GitHub Actions, and the script,
// with the state in an object store. The commands of docs/pipelines.md are run as the page has them.

const SEVERAL_RUNS = 300_000;
const PASSPHRASE = "passphrase-that-nobody-may-see";

const EXAMPLE = join(root, "examples", "gitops");
const program = readFileSync(join(EXAMPLE, "index.ts"), "utf8");
const pipelines = parse(readFileSync(join(EXAMPLE, "gitlab", ".gitlab-ci.yml"), "utf8"));
const page = readFileSync(join(root, "docs", "pipelines.md"), "utf8");

interface Step {
  uses?: string;
  with?: Record<string, string | boolean>;
  env?: Record<string, string>;
}

/** The block of the page that has the command. */
function commandsWith(command: string): string {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const block = blocks.find((one) => one.includes(command));
  if (block === undefined) throw new Error(`docs/pipelines.md has no block with ${command}.`);
  return block;
}

let platform: Simulator;
let store: ObjectStore;
let stack: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  store = await ObjectStore.start();
  stack = await Stack.create({
    project: "examples/gitops",
    env: {
      ...store.env,
      PULUMI_STACK: "production",
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      CLOUDPLATFORM_API_KEY: KEY,
    },
  });
});

beforeEach(() => {
  platform.clearRequests();
  store.writes.length = 0;
});

afterAll(async () => {
  stack?.remove();
  await Promise.all([platform?.close(), store?.close()]);
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

/** The commands of a job of GitLab CI, for a stack. */
function job(name: string, stackName = "production"): string {
  const { script } = pipelines[name] as { script: string[] };
  return script.join("\n").replaceAll("--stack production", `--stack ${stackName}`);
}

/** What Pulumi's action runs in a workflow of GitHub Actions, in its environment. */
function action(workflow: string): [command: string, env: NodeJS.ProcessEnv] {
  const { jobs } = parse(readFileSync(join(EXAMPLE, ".github", "workflows", `${workflow}.yml`), "utf8"));
  const steps = Object.values<{ steps: Step[] }>(jobs).flatMap((one) => one.steps);
  const { with: input = {}, env = {} } = steps.find(({ uses }) => uses?.startsWith("pulumi/actions@")) ?? {};
  const { command, "stack-name": name, ...flags } = input;
  const options = ["refresh", "diff"].filter((flag) => flags[flag]).map((flag) => `--${flag}`);
  const yes = command === "up" ? ["--yes"] : [];
  const { PULUMI_RUN_PROGRAM, CLOUDPLATFORM_LOG } = env;
  return [
    ["pulumi", command, "--stack", name, ...options, ...yes, "--non-interactive"].join(" "),
    { PULUMI_RUN_PROGRAM: String(PULUMI_RUN_PROGRAM), ...(CLOUDPLATFORM_LOG && { CLOUDPLATFORM_LOG }) },
  ];
}

test("a preview shows the plan and asks what the deployment would meet, and only reads", async () => {
  const { id } = platform.routers.add({ projectId: 1234, regionId: 76, name: "lab" });
  declare("lab");
  const { code, output } = await run(job("preview"));
  expect([code, output]).toEqual([1, expect.stringContaining("[router-exists]")]);
  expect(output).toMatch(/\+ pulumi-nodejs:dynamic\/cloudplatform:Router: \(create\)/);
  declare("lab", 0);
  for (const preview of [job("preview"), ...action("preview").slice(0, 1)] as string[])
    await expectFailure(preview, "must be the number of a project: 1 or more");
  revert();
  platform.routers.delete(id);
  await expectSuccess(job("preview"));
  await expectSuccess(...action("preview"));
  expect([changes(platform), store.writes]).toEqual([[], []]);
});

test("a drift check ends with 0 without drift, and with 7 if there is drift, which it shows", async () => {
  await expectSuccess(job("drift"));
  platform.routers.change(platform.routers.all()[0]?.id ?? "", { name: "hotfix" });
  const { code, output } = await run(job("drift"));
  expect([code, output]).toEqual([7, expect.stringMatching(/name *: "production-edge" => "hotfix"/)]);
  expect([changes(platform), store.writes]).toEqual([[], []]);
});

test("a deployment repairs drift after a failed one, and the check after it finds none", async () => {
  platform.faults.add("status:code=403@PATCH /cloud/v2/routers/1234/76/{id}");
  await expectFailure(job("deploy"), "was answered 403");
  platform.faults.clear();
  await expectSuccess(...action("deploy"));
  await expectSuccess(job("drift"));
  expect(names()).toEqual(["production-edge"]);
});

const staging = { PULUMI_STACK: "staging" };
const LOCKED = "the stack is currently locked by 1 lock(s)";

test(
  "while a deployment runs, another deployment is refused, and previews and checks are not",
  async () => {
    configure("staging", 43);
    await run("pulumi stack init staging", staging);
    platform.faults.add("task-never-ends@POST /cloud/v1/routers/1234/76");
    const first = begin(job("deploy", "staging"));
    const hasThreshold = () => platform.quotas.threshold(43) !== undefined;
    await eventually(() => platform.tasks.pending().length > 0 && hasThreshold());
    const sent = changes(platform);
    await expectFailure(job("deploy", "staging"), LOCKED);
    expect(changes(platform)).toEqual(sent);
    await expectSuccess(job("preview", "staging"));
    await expectSuccess(job("drift", "staging"));
    await lose(first);
    platform.tasks.finish();
    await expectFailure(job("deploy", "staging"), LOCKED);
  },
  SEVERAL_RUNS,
);

test(
  "recover.sh removes the lock, and continues with the router that the lost run has created",
  async () => {
    await expectSuccess(job("recover"), staging);
    expect(platform.count(CREATE)).toBe(0);
    expect(names().filter((name) => name === "staging-edge")).toHaveLength(1);
    await expectSuccess(job("drift", "staging"));
    const output = await expectSuccess(job("deploy", "staging"));
    expect(output).toContain("3 unchanged");
    expect(output).not.toContain("pending operations");
  },
  SEVERAL_RUNS,
);

test("the operator's program is a Pulumi YAML program that the plugin deploys", async () => {
  const manifests = parseAllDocuments(readFileSync(join(EXAMPLE, "operator", "stack.yaml"), "utf8"));
  const [program, deployed] = ["Program", "Stack"].map((kind) =>
    manifests.map((document) => document.toJS()).find((manifest) => manifest.kind === kind),
  );
  const config = { ...deployed.spec.config, "cloudplatform:baseUrl": platform.url };
  const yaml = await Stack.create({ yaml: true, config, env: { CLOUDPLATFORM_API_KEY: KEY } });
  try {
    const project = readFileSync(join(yaml.folder, "Pulumi.yaml"), "utf8");
    // Another stack has the names of the example.
    yaml.write("Pulumi.yaml", project + stringify(program.program).replaceAll("production-", "operator-"));
    await yaml.up("--refresh");
    // Each workspace of the operator begins with the configuration of the manifest only.
    const file = join(yaml.folder, "Pulumi.dev.yaml");
    writeFileSync(file, stringify({ config }));
    expect(names()).toEqual(expect.arrayContaining(["operator-edge", "operator-branch"]));
    expect((await yaml.preview()).output).toContain("3 unchanged");
  } finally {
    yaml.remove();
  }
});
