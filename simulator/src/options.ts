import { randomInt } from "node:crypto";
import type { UnknownForm } from "./http/operation";
import type { RequestRecord } from "./http/recorder";

export type Mode = "full" | "documented-only";
export type TaskPath = "both" | "/v1/tasks" | "/cloud/v1/tasks";
export type TaskTime = { readonly min: number; readonly max: number } | number | "manual";

export interface SimulatorOptions {
  /** The address to listen on; loopback unless told. */
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** The accepted keys; a request with any other is answered 401. */
  readonly apiKeys?: readonly string[];
  /** Any other key is accepted like the first of `apiKeys`. */
  readonly anyApiKey?: boolean;
  /**
   * The keys for what is below /iam and /fastedge/v1/admin, which then do for nothing else; `apiKeys` do for the
   * rest. When left out every key may do everything.
   */
  readonly adminKeys?: readonly string[];
  /** Keys that may only read: other methods than GET get 403. */
  readonly readKeys?: readonly string[];
  /** The operations that `apiKeys` and `adminKeys` may call, such as `GET /v1/tasks/{task_id}`; others get 403. Default: all. */
  readonly rights?: readonly string[];
  /** "documented-only" answers the documented operations alone, as the barest deployment does. */
  readonly mode?: Mode;
  /** How a path that is not served is answered: 404 with `{message}`, `{error}`, `{detail}`, without a body or with a page, or 405. */
  readonly unknownPaths?: UnknownForm;
  /** The same for a task that does not exist. Default: in the form of the area. */
  readonly unknownTasks?: UnknownForm;
  /** Where a task is read; in documented-only mode always "/v1/tasks". */
  readonly taskPath?: TaskPath;
  /** How long tasks take in milliseconds; "manual" keeps them RUNNING until `tasks.finish` or `tasks.fail`. */
  readonly taskTime?: TaskTime;
  /** Whether a router is listed (status BUILD) while its create task runs. */
  readonly visibleWhileCreating?: boolean;
  /** "router": a PATCH is applied at once and answered with the router, as synchronous deployments do. */
  readonly patchReply?: "tasks" | "router";
  /** false: the delete task of a router with attached subnets ends in ERROR. */
  readonly deleteWithSubnets?: boolean;
  /** The router_count quota: the create task beyond it ends in ERROR. */
  readonly maxRoutersPerRegion?: number;
  /** Whether quota limit requests that were approved or rejected may be deleted. */
  readonly deleteDecidedRequests?: boolean;
  /** "error": adding a client to an edge group that has it already is answered 400. */
  readonly duplicateMember?: "accept" | "error";
  /** Force retries beyond it are answered 429. */
  readonly forceRetriesPerCertificate?: number;
  /** How long the issuance of a certificate takes in milliseconds; "manual" waits for `certificates.complete` or `.fail`. */
  readonly issuanceTime?: number | "manual";
  /** false: the list of AI tasks is answered 422, as where the feature is off. */
  readonly aiTasks?: boolean;
  /** What `next` and `previous` of the AI tasks look like: the query of the other page, or its whole address. */
  readonly aiTaskPointer?: "query" | "url";
  /** What `next` and `previous` are where there is no page: null, or not there at all. */
  readonly aiTaskEnd?: "null" | "absent";
  /**
   * The token for control endpoints and the page, which clients on every machine then need. Without a token, only
   * clients on the simulator's machine are served.
   */
  readonly controlToken?: string;
  /** The file that keeps everything there is, so that it outlives the simulator. Faults and requests are not in it. */
  readonly stateFile?: string;
  /**
   * Objects that are there from the start: lists of what the control endpoints accept, by the name of the kind. Not
   * used if the state file has a state already.
   */
  readonly objects?: unknown;
  /** Makes ids and the duration of tasks repeatable. */
  readonly seed?: number;
  /** The clock of timestamps. */
  readonly now?: () => number;
  /** Called after each request to the API, with the milliseconds it took. */
  readonly onRequest?: OnRequest;
  /** Called after each request to the simulator's own endpoints, with the milliseconds it took. */
  readonly onControl?: OnRequest;
  /** Called when the state file cannot be written any more. The simulator goes on, and tries again at the next change. */
  readonly onStateFailure?: (error: Error) => void;
}

export type OnRequest = (record: RequestRecord, milliseconds: number) => void;

export const defaultApiKey = "simulator-key";

const defaults = {
  host: "127.0.0.1",
  port: 0,
  apiKeys: [defaultApiKey],
  anyApiKey: false,
  mode: "full",
  unknownPaths: "message",
  taskPath: "both",
  taskTime: { min: 5000, max: 10_000 },
  visibleWhileCreating: true,
  patchReply: "tasks",
  deleteWithSubnets: true,
  maxRoutersPerRegion: 100,
  forceRetriesPerCertificate: 5,
  issuanceTime: "manual",
  aiTasks: true,
  aiTaskPointer: "query",
  aiTaskEnd: "null",
  deleteDecidedRequests: false,
  duplicateMember: "accept",
  now: Date.now,
  onRequest: () => {},
  onControl: () => {},
  onStateFailure: (error) => process.emitWarning(error),
} satisfies SimulatorOptions as Required<Omit<SimulatorOptions, WithoutDefault | "seed">>;

type WithoutDefault =
  | "adminKeys"
  | "readKeys"
  | "rights"
  | "unknownTasks"
  | "controlToken"
  | "stateFile"
  | "objects";

/** The options with the defaults. */
export type Settings = Omit<typeof defaults, "taskTime"> &
  Pick<SimulatorOptions, WithoutDefault> & {
    readonly taskTime: { readonly min: number; readonly max: number } | "manual";
    readonly seed: string;
  };

export function settle(options: SimulatorOptions): Settings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settings: typeof defaults & SimulatorOptions = { ...defaults, ...given };
  const { mode, taskPath, taskTime, apiKeys, adminKeys, readKeys, controlToken } = settings;
  checkKeys("apiKeys", apiKeys);
  if (adminKeys !== undefined) checkKeys("adminKeys", adminKeys);
  if (readKeys !== undefined) checkKeys("readKeys", readKeys);
  if (controlToken !== undefined && !isToken(controlToken))
    throw new Error("controlToken must have at least 8 characters, without spaces and of ASCII.");
  return {
    ...settings,
    taskPath: mode === "documented-only" ? "/v1/tasks" : taskPath,
    taskTime: settleTaskTime(taskTime),
    seed: `${options.seed ?? randomInt(1_000_000_000)}`,
  };
}

function checkKeys(option: string, keys: readonly string[]): void {
  if (keys.length === 0) throw new Error(`${option} must hold at least one key.`);
  if (keys.includes("")) throw new Error(`${option} must not hold an empty key.`);
}

/** A short token can be guessed, and one with other characters cannot be sent in a header. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(text);
}

function settleTaskTime(time: TaskTime): Settings["taskTime"] {
  if (time === "manual") return time;
  const range = typeof time === "number" ? { min: time, max: time } : time;
  if (!(range.min >= 0 && range.max >= range.min)) {
    throw new Error("taskTime must be milliseconds from 0 on, with min not above max.");
  }
  return range;
}
