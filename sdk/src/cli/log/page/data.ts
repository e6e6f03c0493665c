/** What the page of a run shows. Times are milliseconds since the beginning of the run. */
export interface RunData {
  title: string;
  /** When the run began, in ISO 8601. */
  startedAt: string;
  lengthMs: number;
  /** The run in some lines, each with its label and its items. */
  totals: string[][];
  /** Pauses of all requests of an account, because of the rate limit. */
  rateLimits: Span[];
  rows: Row[];
}

export interface Span {
  start: number;
  end: number;
}

/** A resource, the call of a function, or what serves several resources. */
export interface Row extends Span {
  name: string;
  type: string;
  urn?: string | undefined;
  id?: string | undefined;
  isFailed: boolean;
  items: Item[];
}

export type Item = OperationItem | RequestItem | RetryItem | TaskItem;

export interface OperationItem extends Span {
  kind: "operation";
  operation: string;
  outcome: "done" | "gone" | "partial" | "lost" | "failed" | "unfinished";
  taskMs: number;
  pollMs: number;
  lockMs: number;
  code?: string | undefined;
  message?: string | undefined;
}

/** The waits come one after the other at the beginning, in this order. */
export interface RequestItem extends Span {
  kind: "request";
  method: string;
  path: string;
  attempt: number;
  queuedMs: number;
  limitedMs: number;
  connectMs: number;
  status?: number | undefined;
  code?: string | undefined;
  error?: string | undefined;
  requestId?: string | undefined;
}

/** The pause before a call is sent again. */
export interface RetryItem extends Span {
  kind: "retry";
}

export interface TaskItem extends Span {
  kind: "task";
  id: string;
  type?: string | undefined;
  /** The last state that was noticed. */
  state: string;
  changes: { at: number; state: string }[];
}
