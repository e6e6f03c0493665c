import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as contracts from "../contract";
import { check } from "../core/check";
import { readThrown } from "../core/thrown";
import { faultRule, type SettledRule } from "../faults/rule";
import { isToken, type SimulatorOptions, type TaskPath, type TaskTime } from "../options";
import { commandOptions, DEFAULT_PORT } from "./options";
import { UsageError } from "./usage";

export type Command =
  | { readonly kind: "help" | "version" }
  | {
      readonly kind: "serve";
      readonly options: SimulatorOptions;
      readonly faults: readonly SettledRule[];
      readonly seedFile: string | undefined;
      readonly quiet: boolean;
      /** What runs with the simulator, which ends with it. */
      readonly command?: readonly string[];
    };

type Environment = Readonly<Record<string, string | undefined>>;

export function parseCommand(args: readonly string[], environment: Environment = process.env): Command {
  const { own, command } = split(args);
  const values = read(own);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const options = {
    host: values.host,
    // Beside a command, another simulator may have the usual port.
    port: port(values.port ?? (command ? "0" : DEFAULT_PORT)),
    ...(command && values["api-key"] === undefined && { anyApiKey: true }),
    apiKeys: keys("--api-key", values["api-key"]),
    adminKeys: keys("--admin-key", values["admin-key"]),
    readKeys: keys("--read-key", values["read-key"]),
    rights: parsed(rights, values["key-rights"]),
    mode: values["documented-only"] ? "documented-only" : "full",
    taskPath: parsed(taskPath, values["task-path"]),
    taskTime: parsed(taskTime, values["task-time"]),
    seed: parsed(seed, values.seed),
    stateFile: values.state,
    objects: parsed(objects, values["seed-file"]),
    controlToken: controlToken(values["control-token"], environment),
  } as const;
  return {
    kind: "serve",
    options: withoutUndefined(options),
    faults: values.fault.map(fault),
    seedFile: values["seed-file"],
    quiet: values.quiet,
    ...(command && { command }),
  };
}

/** A command follows the first `--`. */
function split(args: readonly string[]): { own: readonly string[]; command?: readonly string[] } {
  const end = args.indexOf("--");
  if (end === -1) return { own: args };
  const command = args.slice(end + 1);
  if (command.length === 0) throw new UsageError("A command must follow --, such as: -- pulumi up");
  return { own: args.slice(0, end), command };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: commandOptions }).values;
  } catch (error) {
    // Node's second sentence explains how to pass a value that begins with a dash.
    const [firstSentence] = readThrown(error).message.split(/[.\n]\s?/, 1);
    throw new UsageError(`${firstSentence}. --help lists the options.`);
  }
}

function parsed<T>(parse: (text: string) => T, text: string | undefined): T | undefined {
  return text === undefined ? undefined : parse(text);
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The simulator's defaults apply to options that are not given. */
function withoutUndefined<T extends object>(options: T): Defined<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function keys(option: string, given: string[] | undefined): string[] | undefined {
  if (given?.includes("")) throw new UsageError(`${option} must not be empty.`);
  return given;
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`);
}

function taskPath(text: string): TaskPath {
  if (text === "both" || text === "/v1/tasks" || text === "/cloud/v1/tasks") return text;
  throw new UsageError(`--task-path must be both, /v1/tasks or /cloud/v1/tasks, not "${text}".`);
}

function taskTime(text: string): TaskTime {
  const bounds = text.split("-").map(milliseconds);
  const [min = Number.NaN, max = min] = bounds;
  if (bounds.length <= 2 && min <= max) return { min, max };
  throw new UsageError(`--task-time must look like 5s-10s, 2s, 500ms or 0, not "${text}".`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Milliseconds of "500ms", "2s", "1.5s", "3m" or "0"; NaN if the text is not a duration. */
function milliseconds(text: string): number {
  if (text === "0") return 0;
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  return Math.round(Number(count) * (UNITS[unit] ?? Number.NaN));
}

function seed(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--seed must be an integer, not "${text}".`);
}

/** The simulator checks the objects. */
function objects(path: string): unknown {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(readFileSync(path, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const { message, code } = readThrown(error);
    throw invalidSeedFile(path, code === undefined ? `It is not valid JSON: ${message}` : message);
  }
}

/** Empty lines, and those that begin with #, are left out. */
function rights(path: string): string[] {
  const invalid = (problem: string) => new UsageError(`--key-rights ${path} cannot be used. ${problem}`);
  const operations = readLines(path, invalid).filter((line) => line !== "" && !line.startsWith("#"));
  const unknown = operations.find((operation) => !OPERATIONS.has(operation));
  if (unknown !== undefined)
    throw invalid(`There is no operation "${unknown}": GET /openapi.json lists them.`);
  return operations;
}

function readLines(path: string, invalid: (problem: string) => Error): string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.trim());
  } catch (error) {
    throw invalid(readThrown(error).message);
  }
}

/** The contract has the operations of each area together. */
const OPERATIONS: ReadonlySet<string> = new Set(
  Object.values<object>(contracts)
    .flatMap((area) => Object.values(area))
    .filter(isContract)
    .map(({ method, path }) => `${method} ${path}`),
);

function isContract(value: unknown): value is contracts.Contract {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

export function invalidSeedFile(path: string, sentence: string): UsageError {
  return new UsageError(`--seed-file ${path} cannot be used. ${sentence}`);
}

function fault(text: string): SettledRule {
  try {
    return check(faultRule, text);
  } catch (problem) {
    throw new UsageError(`--fault "${text}" is no fault: ${readThrown(problem).message}`);
  }
}

const TOKEN_VARIABLE = "CLOUDPLATFORM_SIMULATOR_CONTROL_TOKEN";

/** An empty variable is no token: a pipeline sets it for a secret that it does not have. */
function controlToken(option: string | undefined, environment: Environment): string | undefined {
  const token = option ?? (environment[TOKEN_VARIABLE] || undefined);
  if (token === undefined || isToken(token)) return token;
  const source = option === undefined ? TOKEN_VARIABLE : "--control-token";
  throw new UsageError(`${source} must have at least 8 characters, without spaces and of ASCII.`);
}
