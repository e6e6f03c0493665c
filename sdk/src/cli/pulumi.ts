import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { JsonObject } from "../util/json";
import { COMMAND } from "./errors";
import { pulumiProgram } from "./pulumi-program";

/** The oldest supported version. */
export const LOWEST_CLI = "3.250.0";

/** The first version whose `pulumi import` accepts the state of a resource in its file. */
export const LOWEST_IMPORTING_CLI = "3.254.0";

/** Whether a version is not older than another one. */
export function isAtLeast(found: string, lowest: string): boolean {
  return found.localeCompare(lowest, "en", { numeric: true }) >= 0;
}

/** A value of the configuration of a stack. */
interface ConfigValue {
  /** Absent for a value that is neither a text nor a number. */
  value?: string;
  secret?: boolean;
}

export type StackConfig = Readonly<Record<string, ConfigValue>>;

/** A resource in the state of a stack. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  /** An earlier object of a replaced resource, which still has to be deleted. */
  delete?: boolean;
  /** The object was deleted, and a new one replaces it. */
  pendingReplacement?: boolean;
  /** The URN of its parent. */
  parent?: string;
  /** The program only reads the object, with `get`. */
  external?: boolean;
  /** `<urn of the provider>::<id of the provider>` */
  provider?: string;
  inputs?: JsonObject;
  outputs?: JsonObject;
  protect?: boolean;
  /** The URNs of the resources that each input comes from. Absent after a refresh, or if no program declares the resource. */
  propertyDependencies?: JsonObject;
  /** The line of the program. */
  sourcePosition?: string;
}

/** An operation that Pulumi has begun, and whose end it has not recorded. */
export interface PendingOperation {
  type: string;
  resource: Pick<StateResource, "urn" | "type" | "id" | "parent" | "provider" | "inputs">;
}

/** A run whose end Pulumi has recorded. */
export interface EndedRun {
  /** What it was: `update`, `refresh`, `destroy` and so on. */
  kind: string;
  /** `succeeded` or `failed`. */
  result: string;
  /** In milliseconds since the epoch. */
  end: number;
}

/** The state of a stack. */
export interface ExportedState {
  /** When it was written, in milliseconds since the epoch. */
  writtenAt: number;
  resources: Array<StateResource & { created?: string }>;
  pending: PendingOperation[];
}

interface Deployment {
  manifest?: { time?: string };
  resources?: ExportedState["resources"];
  pending_operations?: PendingOperation[];
}

/**
 * Pulumi's CLI, for one stack of the project in the current folder. Pulumi's Automation API does not fit: it loses what a failed preview
 * prints, never asks before an import, and takes half a second to load.
 */
export class PulumiCli {
  constructor(private readonly stack: string | undefined) {}

  async version(): Promise<string> {
    return (await output(["version"])).trim().replace(/^v/, "");
  }

  /** The output of a preview in JSON, without secret values. A preview that fails prints its errors there too. */
  async preview(options: readonly string[], env: Record<string, string>): Promise<string> {
    const args = ["preview", "--json", "--show-sames", ...this.stackArgs, ...options];
    const { code, stdout, stderr } = await run(args, env);
    if (code !== 0 && !stdout.trimStart().startsWith("{")) throw failure(args, stderr);
    return stdout;
  }

  /** The configuration of the stack, with its secrets. */
  async config(): Promise<StackConfig> {
    return JSON.parse(await this.onStack(["config", "--show-secrets", "--json"])) as Record<
      string,
      ConfigValue
    >;
  }

  async resources(options: { showSecrets?: boolean } = {}): Promise<StateResource[]> {
    return (await this.state(options)).resources;
  }

  async state({ showSecrets = false } = {}): Promise<ExportedState> {
    const text = await this.onStack(["stack", "export", ...(showSecrets ? ["--show-secrets"] : [])]);
    const { deployment } = JSON.parse(text) as { deployment: Deployment | null };
    // A stack without a deployment has null.
    const {
      manifest: { time = "" } = {},
      resources = [],
      pending_operations: pending = [],
    } = deployment ?? {};
    return { writtenAt: Date.parse(time), resources, pending };
  }

  /** The newest runs. The newest comes first. */
  async runs(): Promise<EndedRun[]> {
    const runs = JSON.parse(await this.onStack(["stack", "history", "--json"])) as Array<
      Omit<EndedRun, "end"> & { endTime?: string }
    >;
    return runs.flatMap(({ endTime, ...run }) => (endTime ? { ...run, end: Date.parse(endTime) } : []));
  }

  /** `organization/project/stack` */
  async qualifiedName(): Promise<string> {
    return (await this.onStack(["stack", "--show-name", "--fully-qualify-stack-names"])).trim();
  }

  /** Imports the resources of a file. Pulumi prints what it does, and asks for confirmation unless `yes` is set. */
  async import(file: string, { yes = false, previewOnly = false }): Promise<void> {
    const args = ["import", "--file", file, "--generate-code=false", ...this.stackArgs];
    if (yes) args.push("--yes");
    if (previewOnly) args.push("--preview-only");
    // Ctrl-C reaches Pulumi as well, which ends when it has saved the state. This process waits for that, and removes its file.
    // So it handles signals before Pulumi starts.
    let child: ChildProcess | undefined;
    const ignore = () => {};
    const forward = () => child?.kill("SIGTERM");
    process.on("SIGINT", ignore).on("SIGTERM", forward).on("SIGHUP", forward);
    const code = await new Promise<number | null>((resolve, reject) => {
      // The standard output of this command contains only the program.
      child = startPulumi(args, { stdio: ["inherit", 2, 2] });
      child.once("error", reject);
      child.once("close", resolve);
    }).finally(() => process.off("SIGINT", ignore).off("SIGTERM", forward).off("SIGHUP", forward));
    if (code !== 0) throw COMMAND.importFailed.error();
  }

  private onStack(args: string[]): Promise<string> {
    return output([...args, ...this.stackArgs]);
  }

  private get stackArgs(): string[] {
    return this.stack === undefined ? [] : ["--stack", this.stack];
  }
}

function startPulumi(args: string[], options: SpawnOptions): ChildProcess {
  const program = pulumiProgram();
  return spawn(program.command, [...program.args, ...args], options);
}

/** What a command of the CLI prints to its standard output, which may contain secrets. */
async function output(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  if (code !== 0) throw failure(args, stderr);
  return stdout;
}

/** The variables of this process, without those with which the CLI prints something else than JSON of one object. */
function ownVariables(): NodeJS.ProcessEnv {
  const printing =
    /^PULUMI_(?:ENABLE_STREAMING_JSON_PREVIEW|OPTION_(?:JSON|DIFF|SHOW_SAMES|SHOW_REPLACEMENT_STEPS))$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !printing.test(name)));
}

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(args: string[], env?: Record<string, string>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = startPulumi([...args, "--non-interactive"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...ownVariables(), ...env },
    });
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", (error) => reject(COMMAND.noCli.error({ reason: error.message })));
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

function failure(args: string[], stderr: string): Error {
  if (stderr.includes("no stack selected")) return COMMAND.noStack.error();
  if (stderr.includes("no Pulumi.yaml project file")) return COMMAND.noProject.error();
  const reason = stderr.replace(/^error: /gm, "").trim();
  return COMMAND.cliFailed.error({ command: `pulumi ${args.join(" ")}`, reason });
}
