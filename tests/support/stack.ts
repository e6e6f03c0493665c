import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Options, transformSync } from "@swc/core";
import { type Command, LAZY_MODULES, projectEnv, type Result, root, start, succeeding } from "./command";
import { LanguageHost } from "./language-host";
import { PROJECT_NAME, STACK_NAME, stackTemplate } from "./stack-template";

export interface StackOptions {
  /** A folder of the repository that is a project; otherwise it is an empty one, and the test writes the program. */
  project?: string;
  /** Or single files and folders of the repository, a Pulumi.yaml among them. */
  files?: string[];
  /** Leave it to the test to install what the program needs; otherwise it uses this repository's modules. */
  installs?: true;
  /** Config of the stack, `cloudplatform:baseUrl` and so on. */
  config?: Record<string, string>;
  /** Config that is encrypted. */
  secrets?: Record<string, string>;
  env?: Record<string, string>;
  /**
   * Each run starts a process that compiles and runs the program, as it does for users and in all projects of the
   * repository. Otherwise one process runs all programs of the stack, which takes half the time.
   */
  ownProcess?: true;
}

/** A resource as the state holds it. */
export interface StateResource {
  urn: string;
  type: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  initErrors?: string[];
}

const SWC: Options = {
  jsc: { parser: { syntax: "typescript" }, target: "es2022" },
  module: { type: "commonjs" },
};

const CONFIG = `Pulumi.${STACK_NAME}.yaml`;
const ROUTER = "pulumi-nodejs:dynamic/cloudplatform:Router";

/**
 * A stack as a user has it: a project in a folder of its own, and the real CLI with its state in another. Nothing
 * of this machine's own Pulumi is used, and nothing is fetched.
 */
export class Stack {
  private readonly begun: Command[] = [];
  private readonly hosts = new Set<LanguageHost>();
  private readonly idleHosts: LanguageHost[] = [];

  private constructor(
    readonly folder: string,
    private readonly home: string,
    readonly env: NodeJS.ProcessEnv,
    private readonly ownProcess: boolean,
  ) {}

  static async create(options: StackOptions): Promise<Stack> {
    const base = await projectEnv();
    const home = realpathSync(mkdtempSync(join(tmpdir(), "cloudplatform-stack-")));
    const folder = join(home, "project");
    const backend = join(home, "backend");
    mkdirSync(folder);
    mkdirSync(backend);
    const env: NodeJS.ProcessEnv = {
      ...withoutOwnSettings(base),
      PULUMI_HOME: join(home, "pulumi"),
      // Without the files of metadata beside the state: a CLI that is killed may leave half of one, which none reads.
      PULUMI_BACKEND_URL: `file://${backend}?metadata=skip`,
      PULUMI_CONFIG_PASSPHRASE: "passphrase",
      PULUMI_STACK: STACK_NAME,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      // Checking a program's types costs seconds a step: the tests of the examples and of the package do that.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      ...(!options.installs && { NODE_OPTIONS: LAZY_MODULES }),
      ...options.env,
    };
    const ownProcess = Boolean(options.ownProcess ?? options.installs ?? options.project ?? options.files);
    const stack = new Stack(folder, home, env, ownProcess);
    if (!options.installs) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    for (const file of options.files ?? []) copy(file, join(folder, file));
    if (options.project) copy(options.project, folder);
    if (!options.files && !options.project)
      stack.write("Pulumi.yaml", `name: ${PROJECT_NAME}\nruntime: nodejs\n`);
    stack.write("package.json", '{ "name": "demo", "private": true }\n');
    await stack.init(options);
    return stack;
  }

  /** As `pulumi stack init` and `pulumi config set`, without the time that the CLI takes. */
  private async init(options: StackOptions): Promise<void> {
    const { state, salt } = await stackTemplate(this.env);
    mkdirSync(join(this.stateFile, ".."), { recursive: true });
    const name = (project: string) => `"organization/${project}/${STACK_NAME}"`;
    writeFileSync(this.stateFile, state.replace(name(PROJECT_NAME), name(this.project)));
    this.write(CONFIG, `encryptionsalt: ${salt}\nconfig: {}\n`);
    await this.configure(options);
  }

  private configKey(key: string): string {
    return key.includes(":") ? key : `${this.project}:${key}`;
  }

  private get project(): string {
    const [, name = ""] = /^name: (\S+)/m.exec(this.read("Pulumi.yaml")) ?? [];
    return name;
  }

  /** The file in the backend that holds the state. */
  get stateFile(): string {
    return join(this.home, "backend", ".pulumi", "stacks", this.project, `${this.env.PULUMI_STACK}.json`);
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  private read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** The program of the next runs. */
  program(body: string): void {
    const imports = [
      'import * as cloudplatform from "pulumi-cloudplatform";',
      body.includes("pulumi.") ? 'import * as pulumi from "@pulumi/pulumi";' : "",
    ];
    const text = [...imports, body, ""].join("\n");
    if (this.ownProcess) this.write("index.ts", text);
    else this.write("index.js", transformSync(text, SWC).code);
  }

  /** Sets config as `pulumi config set` does. Only what needs the CLI is left to it: paths, and secrets of a test's own. */
  async configure({ config = {}, secrets = {} }: Pick<StackOptions, "config" | "secrets">): Promise<void> {
    const { encrypted } = await stackTemplate(this.env);
    const others: string[] = [];
    for (const [key, value] of Object.entries(config))
      if (/[.[]/.test(key)) others.push("--plaintext", `${key}=${value}`);
      else this.setConfig(key, JSON.stringify(value));
    for (const [key, value] of Object.entries(secrets))
      if (/[.[]/.test(key) || !encrypted[value]) others.push("--secret", `${key}=${value}`);
      else this.setConfig(key, `\n    secure: ${encrypted[value]}`);
    if (others.length > 0) await this.pulumi("config", "set-all", "--path", ...others);
  }

  /** As `pulumi config rm`. */
  unset(key: string): void {
    const entry = new RegExp(`^  ${this.configKey(key)}:.*\\n(?:    .*\\n)*`, "m");
    this.write(CONFIG, this.read(CONFIG).replace(entry, ""));
  }

  private setConfig(key: string, value: string): void {
    this.unset(key);
    const entry = `config:\n  ${this.configKey(key)}: ${value}\n`;
    this.write(
      CONFIG,
      this.read(CONFIG).replace(/^config:.*\n/m, () => entry),
    );
  }

  /** `pulumi ...`, which has to succeed. */
  async pulumi(...args: string[]): Promise<Result> {
    return succeeding(await this.begin(...args), `pulumi ${args.join(" ")}`);
  }

  /** The same, still running; it may end as it likes. */
  async begin(...args: string[]): Promise<Command> {
    const runsProgram = args[0] === "up" || args[0] === "preview";
    const host = runsProgram && !this.ownProcess ? await this.takeHost() : undefined;
    const client = host ? [`--client=${host.address}`] : [];
    const command = start("pulumi", [...args, "--non-interactive", ...client], {
      cwd: this.folder,
      env: this.env,
    });
    this.begun.push(command);
    // If a run was killed, its program may still be waiting for something, and the process is not used again.
    if (host)
      command.ended.then(
        ({ code }) => code !== undefined && !command.child.killed && this.idleHosts.push(host),
      );
    return command;
  }

  private async takeHost(): Promise<LanguageHost> {
    const env = JSON.stringify(this.env);
    const index = this.idleHosts.findIndex((host) => host.env === env);
    const [idle] = index === -1 ? [] : this.idleHosts.splice(index, 1);
    const host = idle ?? (await LanguageHost.start({ cwd: this.folder, env: this.env }));
    this.hosts.add(host);
    return host;
  }

  preview(...args: string[]): Promise<Result> {
    return this.pulumi("preview", ...args);
  }

  /** Without the preview that precedes it: that is a run of its own, and has its own tests. */
  up(...args: string[]): Promise<Result> {
    return this.pulumi("up", "--yes", "--skip-preview", ...args);
  }

  refresh(...args: string[]): Promise<Result> {
    return this.pulumi("refresh", "--yes", "--skip-preview", ...args);
  }

  /** What a pipeline runs at night: 0 when all is as the state says, else not. */
  drift(): Promise<Result> {
    return this.pulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");
  }

  destroy(...args: string[]): Promise<Result> {
    return this.pulumi("destroy", "--yes", "--skip-preview", ...args);
  }

  /** The outputs of the program, as `pulumi stack output --json` prints them. */
  async outputs(): Promise<Record<string, unknown>> {
    const [stack] = await this.resources("pulumi:pulumi:Stack");
    const outputs = Object.entries(stack?.outputs ?? {});
    return Object.fromEntries(outputs.map(([name, value]) => [name, isSecret(value) ? "[secret]" : value]));
  }

  /** The state as a text, as `pulumi stack export` writes it. */
  async export(): Promise<string> {
    const { version, checkpoint } = JSON.parse(readFileSync(this.stateFile, "utf8"));
    return JSON.stringify({ version, deployment: checkpoint.latest }, null, 4);
  }

  /** The resources of a type that the state holds. */
  async resources(type = ROUTER): Promise<StateResource[]> {
    const { deployment } = JSON.parse(await this.export()) as {
      deployment: { resources?: StateResource[] };
    };
    return (deployment.resources ?? []).filter((resource) => resource.type === type);
  }

  /** The only router that the state holds. */
  async router(): Promise<StateResource> {
    const routers = await this.resources();
    if (routers.length !== 1) throw new Error(`The state holds ${routers.length} routers.`);
    return routers[0] as StateResource;
  }

  /** The processes that the CLI has started for this stack and that are still there, where the system tells. */
  processes(): Array<{ pid: number; command: string }> {
    if (!existsSync("/proc/self/environ")) return [];
    const mine = `PULUMI_HOME=${this.env.PULUMI_HOME}\0`;
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => readProcess(pid, "environ").includes(mine))
      .map((pid) => ({ pid: Number(pid), command: readProcess(pid, "cmdline").replaceAll("\0", " ") }));
  }

  /** Ends what a failed test may have left behind, and removes all files. */
  remove(): void {
    for (const { child } of this.begun) child.kill("SIGKILL");
    for (const host of this.hosts) host.stop();
    for (const { pid } of this.processes()) process.kill(pid, "SIGKILL");
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** The engine marks secrets with this signature. */
function isSecret(value: unknown): boolean {
  return JSON.stringify(value).includes(
    '"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270"',
  );
}

/** What the CLI counts at the end of a run: `{ created: 1, unchanged: 1 }`. The stack itself is one of them. */
export function counts({ stdout }: Result): Record<string, number> {
  const block = stdout.slice(stdout.lastIndexOf("\nResources:"));
  const lines = [...block.matchAll(/^ {4}(?:\d+ changes?\. )?(?:[-+~]{1,2} ?)?(\d+) ([a-z ]+?)\s*$/gm)];
  return Object.fromEntries(lines.map(([, amount, what]) => [what, Number(amount)]));
}

/** Copies from the repository what is a part of it, and no stacks or modules of a developer's own. */
function copy(from: string, to: string): void {
  const filter = (source: string) => !/(node_modules|Pulumi\.[^.]+\.yaml)$/.test(source);
  cpSync(join(root, from), to, { recursive: true, filter });
}

/** What a developer's shell may hold must not decide how a test ends. */
function withoutOwnSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(PULUMI_|CLOUDPLATFORM_|NODE_OPTIONS$|JEST_)/.test(name)),
  );
}

/** Empty when the process has ended meanwhile. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
