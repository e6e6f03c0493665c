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
  /** What only the README says. */
  readonly more?: string;
}

/** Every option of the command. The README's table is made from it as well (`npm run docs`). */
export const commandOptions = {
  port: {
    type: "string",
    default: "8080",
    value: "PORT",
    code: "port",
    standardInCode: "`0`",
    meaning: "Port to listen on; 0 takes a free one",
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
    meaning: "Accepted key; any other is answered 401",
  },
  "admin-key": {
    type: "string",
    multiple: true,
    value: "KEY",
    code: "adminKeys",
    meaning:
      "Key for `/iam` and `/fastedge/v1/admin`, and for nothing else; the other keys are then answered 403 there",
  },
  "documented-only": {
    type: "boolean",
    default: false,
    code: 'mode: "documented-only"',
    standardInCode: '`"full"`',
    meaning: "Serve the documented operations alone, as the barest deployment does",
  },
  "task-path": {
    type: "string",
    value: "PATH",
    code: "taskPath",
    standard: "`both`",
    meaning:
      "Where a task is read: `both`, `/v1/tasks`, `/cloud/v1/tasks`; always `/v1/tasks` with --documented-only",
  },
  "task-time": {
    type: "string",
    value: "TIME",
    code: "taskTime",
    standard: "`5s-10s`",
    meaning: "How long tasks take: `5s-10s`, `2s`, `500ms`, `0`",
    more: 'In code milliseconds, `{ min, max }`, or `"manual"`',
  },
  seed: {
    type: "string",
    value: "NUMBER",
    code: "seed",
    standard: "random",
    meaning: "Makes ids, the duration of tasks, and faults by chance repeatable",
  },
  state: {
    type: "string",
    value: "FILE",
    code: "stateFile",
    meaning: "File that keeps everything there is, for the next start with the same file",
    more: "See [State](#state)",
  },
  "seed-file": {
    type: "string",
    value: "FILE",
    code: "objects",
    meaning: "JSON file with objects that are there from the start",
    more: "See [Seed file](#seed-file)",
  },
  "control-token": {
    type: "string",
    value: "TOKEN",
    code: "controlToken",
    meaning:
      "Token for control endpoints and the page, which then also serve other machines; better in the environment, as CLOUDPLATFORM_SIMULATOR_CONTROL_TOKEN",
    more: "See [Control endpoints](#control-endpoints)",
  },
  router: {
    type: "string",
    multiple: true,
    default: [],
    value: "PROJECT/REGION[/UUID[/NAME]]",
    code: "sim.routers.add",
    meaning: "A router that is there from the start",
  },
  certificate: {
    type: "string",
    multiple: true,
    default: [],
    value: "ID/STATE",
    code: "sim.certificates.add",
    meaning:
      "A certificate that is there from the start: `failed`, `in-progress`, `completed`, `not-attached`, `not-automated`",
  },
  video: {
    type: "string",
    multiple: true,
    default: [],
    value: "ID",
    code: "sim.streaming.addVideo",
    meaning: "A video with a subtitle that is there from the start",
  },
  fault: {
    type: "string",
    multiple: true,
    default: [],
    value: "RULE",
    code: "sim.faults.add",
    meaning: "What goes wrong, such as `status:code=503@GET /v1/tasks/{task_id}#1`",
    more: "See [Faults](#faults)",
  },
  quiet: {
    type: "boolean",
    default: false,
    code: "onRequest",
    meaning: "Print no line for each request",
    more: "In code a function that is called after each one",
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
