import { randomUUID } from "node:crypto";
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
  /** "documented-only" answers the documented operations alone, as the barest deployment does. */
  readonly mode?: Mode;
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
  /** Makes ids and the duration of tasks repeatable. */
  readonly seed?: number;
  /** The clock of timestamps. */
  readonly now?: () => number;
  /** Called after each answered request, with the milliseconds it took. */
  readonly onRequest?: (record: RequestRecord, milliseconds: number) => void;
}

/** The options with every default filled in. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  readonly mode: Mode;
  readonly taskPath: TaskPath;
  readonly taskTime: { readonly min: number; readonly max: number } | "manual";
  readonly visibleWhileCreating: boolean;
  readonly patchReply: "tasks" | "router";
  readonly deleteWithSubnets: boolean;
  readonly maxRoutersPerRegion: number;
  readonly seed: string;
  readonly now: () => number;
  readonly onRequest: (record: RequestRecord, milliseconds: number) => void;
}

export const defaultApiKey = "simulator-key";
const realisticTaskTime = { min: 5000, max: 10_000 };

export function settle(options: SimulatorOptions): Settings {
  const mode = options.mode ?? "full";
  return {
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    apiKeys: settleKeys(options.apiKeys ?? [defaultApiKey]),
    mode,
    taskPath: mode === "documented-only" ? "/v1/tasks" : (options.taskPath ?? "both"),
    taskTime: settleTaskTime(options.taskTime ?? realisticTaskTime),
    visibleWhileCreating: options.visibleWhileCreating ?? true,
    patchReply: options.patchReply ?? "tasks",
    deleteWithSubnets: options.deleteWithSubnets ?? true,
    maxRoutersPerRegion: options.maxRoutersPerRegion ?? 100,
    seed: options.seed?.toString() ?? randomUUID(),
    now: options.now ?? Date.now,
    onRequest: options.onRequest ?? (() => {}),
  };
}

function settleKeys(keys: readonly string[]): readonly string[] {
  if (keys.length === 0) throw new Error("apiKeys must hold at least one key.");
  if (keys.some((key) => key === "")) throw new Error("apiKeys must not hold an empty key.");
  return keys;
}

function settleTaskTime(time: TaskTime): Settings["taskTime"] {
  if (time === "manual") return time;
  const range = typeof time === "number" ? { min: time, max: time } : time;
  if (!(range.min >= 0 && range.max >= range.min)) {
    throw new Error("taskTime must be milliseconds from 0 on, with min not above max.");
  }
  return range;
}
