import type { ParseArgsOptionDescriptor } from "node:util";

/** An option: what parses it, and what --help and the README say about it. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  /** The name of its value. */
  readonly value?: string;
  /** The same in a program; absent where a program has no use for it. */
  readonly code?: string;
  /** The default of `startSimulator`, where the command has none of its own. */
  readonly standard?: string;
  /** The default in a program, where it differs. */
  readonly standardInCode?: string;
  readonly meaning: string;
}

export const DEFAULT_PORT = "8080";

/** Every option of the command. The README's table is made from it as well (`npm run docs`). */
export const commandOptions = {
  port: {
    type: "string",
    value: "PORT",
    code: "port",
    standard: `\`${DEFAULT_PORT}\``,
    standardInCode: "`0`",
    meaning: "Port to listen on; 0 selects a free port, which is the default if a command follows `--`",
  },
  host: {
    type: "string",
    default: "127.0.0.1",
    value: "ADDRESS",
    code: "host",
    meaning: "Address to listen on",
  },
  "api-key": {
    type: "string",
    multiple: true,
    value: "KEY",
    code: "apiKeys",
    standard: "`simulator-key`",
    meaning:
      "Accepted API key; requests with an unknown key or without a key get 401. If a command follows `--`, any key is accepted unless you give one",
  },
  "admin-key": {
    type: "string",
    multiple: true,
    value: "KEY",
    code: "adminKeys",
    meaning:
      "Key that is valid only for `/iam` and `/fastedge/v1/admin`; other keys then get 403 for these paths",
  },
  "read-key": {
    type: "string",
    multiple: true,
    value: "KEY",
    code: "readKeys",
    meaning: "Key that may only read: other methods than GET get 403",
  },
  "key-rights": {
    type: "string",
    value: "FILE",
    code: "rights",
    meaning:
      "Text file with the operations that the API keys may call, one on each line, such as `GET /v1/tasks/{task_id}`; others get 403",
  },
  "documented-only": {
    type: "boolean",
    default: false,
    code: 'mode: "documented-only"',
    standardInCode: '`"full"`',
    meaning: "Serve only the documented operations, which every deployment has",
  },
  "task-path": {
    type: "string",
    value: "PATH",
    code: "taskPath",
    standard: "`both`",
    meaning:
      "Path for reading tasks: `both`, `/v1/tasks` or `/cloud/v1/tasks`; with --documented-only always `/v1/tasks`",
  },
  "task-time": {
    type: "string",
    value: "TIME",
    code: "taskTime",
    standard: "`5s-10s`",
    meaning: "Duration of tasks, a range or one value: `5s-10s`, `2s`, `500ms`, `0`",
  },
  seed: {
    type: "string",
    value: "NUMBER",
    code: "seed",
    standard: "random",
    meaning: "Seed of random ids, task durations and faults; the same seed repeats them",
  },
  state: {
    type: "string",
    value: "FILE",
    code: "stateFile",
    meaning: "File that stores the state; the next start with the same file continues with this state",
  },
  "seed-file": {
    type: "string",
    value: "FILE",
    code: "objects",
    meaning: "JSON file with objects that exist at the start",
  },
  "control-token": {
    type: "string",
    value: "TOKEN",
    code: "controlToken",
    meaning:
      "Token for control endpoints and the page, which then also accept clients on other machines; the environment variable CLOUDPLATFORM_SIMULATOR_CONTROL_TOKEN is safer",
  },
  fault: {
    type: "string",
    multiple: true,
    default: [],
    value: "RULE",
    code: "sim.faults.add",
    meaning: "Rule of a fault, such as `status:code=503@GET /v1/tasks/{task_id}#1`",
  },
  quiet: {
    type: "boolean",
    default: false,
    code: "onRequest",
    meaning: "Do not print requests",
  },
  help: { type: "boolean", default: false, meaning: "Print the options and exit" },
  version: { type: "boolean", default: false, meaning: "Print the version and exit" },
} satisfies Record<string, CommandOption>;

/** The option as it is typed: `--port PORT`. */
export function typed(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** The default as --help and the README write it. */
export function standardOf(option: CommandOption): string | undefined {
  return typeof option.default === "string" ? `\`${option.default}\`` : option.standard;
}
