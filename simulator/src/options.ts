import { randomInt } from "node:crypto";
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
  /**
   * The keys for what is below /iam and /fastedge/v1/admin, which then do for nothing else; `apiKeys` do for the
   * rest. When left out every key may do everything.
   */
  readonly adminKeys?: readonly string[];
  /** "documented-only" answers the documented operations alone, as the barest deployment does. */
  readonly mode?: Mode;
  /** What answers 404 to a path that is not served: the platform's gateway, in JSON, or an ingress, with a page of HTML. */
  readonly unknownPaths?: "json" | "html";
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
  /** true: a reseller's second notification setting of the same email and type is answered 400. */
  readonly uniqueNotificationSettings?: boolean;
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

/** The options with every default filled in. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  readonly adminKeys: readonly string[] | undefined;
  readonly mode: Mode;
  readonly unknownPaths: "json" | "html";
  readonly taskPath: TaskPath;
  readonly taskTime: { readonly min: number; readonly max: number } | "manual";
  readonly visibleWhileCreating: boolean;
  readonly patchReply: "tasks" | "router";
  readonly deleteWithSubnets: boolean;
  readonly maxRoutersPerRegion: number;
  readonly forceRetriesPerCertificate: number;
  readonly issuanceTime: number | "manual";
  readonly aiTasks: boolean;
  readonly aiTaskPointer: "query" | "url";
  readonly aiTaskEnd: "null" | "absent";
  readonly deleteDecidedRequests: boolean;
  readonly duplicateMember: "accept" | "error";
  readonly uniqueNotificationSettings: boolean;
  readonly controlToken: string | undefined;
  readonly stateFile: string | undefined;
  readonly objects: unknown;
  readonly seed: string;
  readonly now: () => number;
  readonly onRequest: OnRequest;
  readonly onControl: OnRequest;
  readonly onStateFailure: (error: Error) => void;
}

export const defaultApiKey = "simulator-key";
const realisticTaskTime = { min: 5000, max: 10_000 };

export function settle(options: SimulatorOptions): Settings {
  const mode = options.mode ?? "full";
  return {
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    apiKeys: settleKeys("apiKeys", options.apiKeys ?? [defaultApiKey]),
    adminKeys: options.adminKeys && settleKeys("adminKeys", options.adminKeys),
    mode,
    unknownPaths: options.unknownPaths ?? "json",
    taskPath: mode === "documented-only" ? "/v1/tasks" : (options.taskPath ?? "both"),
    taskTime: settleTaskTime(options.taskTime ?? realisticTaskTime),
    visibleWhileCreating: options.visibleWhileCreating ?? true,
    patchReply: options.patchReply ?? "tasks",
    deleteWithSubnets: options.deleteWithSubnets ?? true,
    maxRoutersPerRegion: options.maxRoutersPerRegion ?? 100,
    forceRetriesPerCertificate: options.forceRetriesPerCertificate ?? 5,
    issuanceTime: options.issuanceTime ?? "manual",
    aiTasks: options.aiTasks ?? true,
    aiTaskPointer: options.aiTaskPointer ?? "query",
    aiTaskEnd: options.aiTaskEnd ?? "null",
    deleteDecidedRequests: options.deleteDecidedRequests ?? false,
    duplicateMember: options.duplicateMember ?? "accept",
    uniqueNotificationSettings: options.uniqueNotificationSettings ?? false,
    controlToken: settleToken(options.controlToken),
    stateFile: options.stateFile,
    objects: options.objects,
    seed: `${options.seed ?? randomInt(1_000_000_000)}`,
    now: options.now ?? Date.now,
    onRequest: options.onRequest ?? (() => {}),
    onControl: options.onControl ?? (() => {}),
    onStateFailure: options.onStateFailure ?? ((error) => process.emitWarning(error)),
  };
}

function settleKeys(option: string, keys: readonly string[]): readonly string[] {
  if (keys.length === 0) throw new Error(`${option} must hold at least one key.`);
  if (keys.some((key) => key === "")) throw new Error(`${option} must not hold an empty key.`);
  return keys;
}

function settleToken(token: string | undefined): string | undefined {
  if (token === undefined || isToken(token)) return token;
  throw new Error("controlToken must have at least 8 characters, without spaces and of ASCII.");
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
