import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Options, transformSync } from "@swc/core";
import {
  type Command,
  eventually,
  LAZY_MODULES,
  projectEnv,
  type Result,
  root,
  start,
  succeeding,
} from "./command";
import { encryption } from "./encryption";
import { temporaryFolder } from "./temporary-folder";

export interface StackOptions {
  /** A folder of the repository that is a project. Without it the test writes the program. */
  project?: string;
  /** Single files and folders of the repository instead, with a Pulumi.yaml. */
  files?: string[];
  /** The test installs the packages of the program. Otherwise the program uses the modules of this repository. */
  installs?: true;
  /** The programs are in Pulumi YAML, and use the plugin of the package. */
  yaml?: true;
  /** The folder of the plugin. Default: that in the package. */
  plugin?: string;
  /** Config of the stack, such as `cloudplatform:baseUrl`. */
  config?: Record<string, string>;
  /** Config that is encrypted. */
  secrets?: Record<string, string>;
  env?: Record<string, string>;
  /**
   * Each run starts a process that compiles and runs the program, as for users and in all projects of the repository.
   * Otherwise one process runs all programs of the stack, which takes half the time.
   */
  ownProcess?: true;
}

/** A resource in the state. */
export interface StateResource {
  urn: string;
  type: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  initErrors?: string[];
}

/** A process that runs programs, and its environment as JSON. */
interface LanguageHost {
  address: string;
  env: string;
}

const SWC: Options = {
  jsc: { parser: { syntax: "typescript" }, target: "es2022" },
  module: { type: "commonjs" },
};

/** Each run starts processes that load the same modules. */
const COMPILE_CACHE = join(tmpdir(), "cloudplatform-tests-compile-cache");

const PROJECT_NAME = "demo";
const STACK_NAME = "dev";
const CONFIG = `Pulumi.${STACK_NAME}.yaml`;
const ROUTER = "pulumi-nodejs:dynamic/cloudplatform:Router";
const YAML_ROUTER = "cloudplatform:index:Router";

/** Pulumi.yaml of a program in YAML, without its resources. */
const yamlProject = (plugin: string) => `name: ${PROJECT_NAME}
runtime: yaml
plugins:
  providers:
    - name: cloudplatform
      path: ${plugin}
`;

/**
 * A project in a temporary folder, and the real CLI with the state in another folder. The stack uses nothing of the
 * Pulumi that is installed on the machine, and downloads nothing.
 */
export class Stack {
  private readonly commands: Command[] = [];
  private readonly idleHosts: LanguageHost[] = [];
  private readonly encryption: ReturnType<typeof encryption>;

  private constructor(
    readonly folder: string,
    private readonly home: string,
    readonly env: NodeJS.ProcessEnv,
    private readonly ownProcess: boolean,
    private readonly yaml: boolean,
    private readonly plugin: string,
  ) {
    this.encryption = encryption(env.PULUMI_CONFIG_PASSPHRASE as string);
  }

  static async create(options: StackOptions): Promise<Stack> {
    const home = temporaryFolder().path;
    const folder = join(home, "project");
    const backend = join(home, "backend");
    fs.mkdirSync(folder);
    fs.mkdirSync(backend);
    const env: NodeJS.ProcessEnv = {
      ...(await projectEnv()),
      PULUMI_HOME: join(home, "pulumi"),
      // Without metadata files beside the state: a killed CLI may leave an incomplete one, and nothing reads them.
      PULUMI_BACKEND_URL: `file://${backend}?metadata=skip`,
      PULUMI_CONFIG_PASSPHRASE: "passphrase",
      PULUMI_STACK: STACK_NAME,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      // Type checks cost seconds in each step. The tests of the examples and of the package include them.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      ...(!options.installs && { NODE_OPTIONS: LAZY_MODULES, NODE_COMPILE_CACHE: COMPILE_CACHE }),
      ...options.env,
    };
    const { yaml = false, plugin = "node_modules/pulumi-cloudplatform/plugin" } = options;
    const own = options.ownProcess ?? options.installs ?? options.project ?? options.files;
    const stack = new Stack(folder, home, env, yaml || Boolean(own), yaml, plugin);
    if (!options.installs)
      fs.symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    for (const file of options.files ?? []) copy(file, join(folder, file));
    if (options.project) copy(options.project, folder);
    if (!options.files && !options.project)
      stack.write("Pulumi.yaml", yaml ? yamlProject(plugin) : `name: ${PROJECT_NAME}\nruntime: nodejs\n`);
    stack.write("package.json", '{ "name": "demo", "private": true }\n');
    await stack.init(options);
    return stack;
  }

  /** Does the same as `pulumi stack init` and `pulumi config set` in less time. */
  private async init(options: StackOptions): Promise<void> {
    fs.mkdirSync(join(this.stateFile, ".."), { recursive: true });
    const checkpoint = { stack: `organization/${this.project}/${STACK_NAME}` };
    fs.writeFileSync(this.stateFile, JSON.stringify({ version: 3, checkpoint }));
    this.write(CONFIG, `encryptionsalt: ${this.encryption.salt}\nconfig: {}\n`);
    await this.configure(options);
  }

  private configKey(key: string): string {
    return key.includes(":") ? key : `${this.project}:${key}`;
  }

  private get project(): string {
    const [, name = ""] = /^name: (\S+)/m.exec(this.read("Pulumi.yaml")) ?? [];
    return name;
  }

  /** The file of the backend that contains the state. */
  get stateFile(): string {
    return join(this.home, "backend", ".pulumi", "stacks", this.project, `${this.env.PULUMI_STACK}.json`);
  }

  write(file: string, text: string): void {
    fs.writeFileSync(join(this.folder, file), text);
  }

  read(file: string): string {
    return fs.readFileSync(join(this.folder, file), "utf8");
  }

  /** Writes the program of the next runs. */
  program(body: string): void {
    const imports = [
      'import * as cloudplatform from "pulumi-cloudplatform";',
      body.includes("pulumi.") ? 'import * as pulumi from "@pulumi/pulumi";' : "",
    ];
    const text = [...imports, body, ""].join("\n");
    if (this.yaml) this.write("Pulumi.yaml", yamlProject(this.plugin) + body);
    else if (this.ownProcess) this.write("index.ts", text);
    else this.write("index.js", transformSync(text, SWC).code);
  }

  /** Sets config like `pulumi config set`. The CLI is run only for paths. */
  async configure({ config = {}, secrets = {} }: Pick<StackOptions, "config" | "secrets">): Promise<void> {
    const paths: string[] = [];
    for (const [key, value] of Object.entries(config))
      if (/[.[]/.test(key)) paths.push("--plaintext", `${key}=${value}`);
      else this.setConfig(key, JSON.stringify(value));
    for (const [key, value] of Object.entries(secrets))
      this.setConfig(key, `\n    secure: ${this.encryption.encrypted(value)}`);
    if (paths.length > 0) await this.pulumi("config", "set-all", "--path", ...paths);
  }

  /** Does the same as `pulumi config rm`. */
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

  /** Runs `pulumi …`, which must succeed. */
  async pulumi(...args: string[]): Promise<Result> {
    return succeeding(await this.begin(...args), `pulumi ${args.join(" ")}`);
  }

  /** Starts `pulumi …`, which may fail. */
  async begin(...args: string[]): Promise<Command> {
    const runsProgram = args[0] === "up" || args[0] === "preview";
    const host = runsProgram && !this.ownProcess ? await this.takeHost() : undefined;
    const client = host ? [`--client=${host.address}`] : [];
    const command = start("pulumi", [...args, "--non-interactive", ...client], {
      cwd: this.folder,
      env: this.env,
    });
    this.commands.push(command);
    // The program of a killed run may still be waiting, so its process is not used again.
    if (host)
      command.ended.then(
        ({ code }) => code !== undefined && !command.child.killed && this.idleHosts.push(host),
      );
    return command;
  }

  /** A process that runs programs of the stack, one after the other, with the current environment. */
  private async takeHost(): Promise<LanguageHost> {
    const env = JSON.stringify(this.env);
    const index = this.idleHosts.findIndex((host) => host.env === env);
    const [idle] = index === -1 ? [] : this.idleHosts.splice(index, 1);
    if (idle) return idle;
    const program = join(__dirname, "run-programs.cjs");
    const command = start("node", [program], { cwd: this.folder, env: this.env });
    this.commands.push(command);
    await eventually(() => command.printed().includes("\n") || command.child.exitCode !== null);
    if (command.child.exitCode !== null) throw new Error(`No language host started:\n${command.printed()}`);
    return { address: command.printed().trim(), env };
  }

  preview(...args: string[]): Promise<Result> {
    return this.pulumi("preview", ...args);
  }

  /** `pulumi up` without a preview, which would be another run. */
  up(...args: string[]): Promise<Result> {
    return this.pulumi("up", "--yes", "--skip-preview", ...args);
  }

  refresh(...args: string[]): Promise<Result> {
    return this.pulumi("refresh", "--yes", "--skip-preview", ...args);
  }

  /** Checks for drift like a scheduled pipeline. The command fails if there is any. */
  drift(): Promise<Result> {
    return this.pulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");
  }

  destroy(...args: string[]): Promise<Result> {
    return this.pulumi("destroy", "--yes", "--skip-preview", ...args);
  }

  /** The outputs of the program, like `pulumi stack output --json`. */
  async outputs(): Promise<Record<string, unknown>> {
    const [stack] = await this.resources("pulumi:pulumi:Stack");
    const outputs = Object.entries(stack?.outputs ?? {});
    return Object.fromEntries(outputs.map(([name, value]) => [name, isSecret(value) ? "[secret]" : value]));
  }

  /** The state as a text, like `pulumi stack export`. */
  async export(): Promise<string> {
    const { version, checkpoint } = JSON.parse(fs.readFileSync(this.stateFile, "utf8"));
    return JSON.stringify({ version, deployment: checkpoint.latest }, null, 4);
  }

  /** The resources of a type in the state. */
  async resources(type = this.yaml ? YAML_ROUTER : ROUTER): Promise<StateResource[]> {
    const { deployment } = JSON.parse(await this.export()) as {
      deployment?: { resources?: StateResource[] };
    };
    return (deployment?.resources ?? []).filter((resource) => resource.type === type);
  }

  /** The only router in the state. */
  async router(): Promise<StateResource> {
    const routers = await this.resources();
    if (routers.length !== 1) throw new Error(`The state contains ${routers.length} routers.`);
    return routers[0] as StateResource;
  }

  /** The running processes that the CLI has started for this stack. Empty if the system does not show them. */
  processes(): Array<{ pid: number; command: string }> {
    if (!fs.existsSync("/proc/self/environ")) return [];
    const mine = `PULUMI_HOME=${this.env.PULUMI_HOME}\0`;
    return fs
      .readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => readProcess(pid, "environ").includes(mine))
      .map((pid) => ({ pid: Number(pid), command: readProcess(pid, "cmdline").replaceAll("\0", " ") }));
  }

  /** Ends all processes and removes all files. */
  remove(): void {
    for (const { child } of this.commands) child.kill("SIGKILL");
    for (const { pid } of this.processes()) process.kill(pid, "SIGKILL");
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A program in Pulumi YAML: its sections, such as `resources`. JSON is YAML. */
export function yaml(sections: Record<string, unknown>): string {
  return Object.entries(sections)
    .map(([name, section]) => `${name}: ${JSON.stringify(section)}\n`)
    .join("");
}

/** The engine marks secrets with this signature. */
function isSecret(value: unknown): boolean {
  return JSON.stringify(value).includes(
    '"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270"',
  );
}

/**
 * The counts that the CLI prints at the end of a run: `{ created: 1, unchanged: 1 }`. The stack is one of the
 * resources.
 */
export function counts({ stdout }: Result): Record<string, number> {
  const block = stdout.slice(stdout.lastIndexOf("\nResources:"));
  const lines = [...block.matchAll(/^ {4}(?:\d+ changes?\. )?(?:[-+~]{1,2} ?)?(\d+) ([a-z ]+?)\s*$/gm)];
  return Object.fromEntries(lines.map(([, amount, what]) => [what, Number(amount)]));
}

/** Copies files of the repository, without modules and stacks of a developer. */
function copy(from: string, to: string): void {
  const filter = (source: string) => !/(node_modules|Pulumi\.[^.]+\.yaml)$/.test(source);
  fs.cpSync(join(root, from), to, { recursive: true, filter });
}

/** Empty if the process has ended. */
function readProcess(pid: string, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
