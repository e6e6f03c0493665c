/** What the page of a run shows. Times are milliseconds since the beginning of the run. */
export interface RunData {
  title: string;
  /** When the run began, in ISO 8601. */
  startedAt: string;
  lengthMs: number;
  /** The run in one line: what, and how much. */
  facts: Fact[];
  /** Pauses of all requests of an account, because of the rate limit. */
  rateLimits: Span[];
  rows: Row[];
}

export interface Fact {
  label: string;
  value: string;
  isProblem?: boolean;
}

export interface Span {
  start: number;
  end: number;
}

/** A resource, the call of a function, or what serves several resources. */
export interface Row extends Span {
  name: string;
  type: string;
  /** The process that served it first. */
  pid: number;
  urn?: string;
  id?: string;
  isFailed: boolean;
  /** What serves several operations. */
  isShared?: boolean;
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
  code?: string;
  message?: string;
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
  status?: number;
  code?: string;
  error?: string;
  requestId?: string;
}

/** The pause before a call is sent again. */
export interface RetryItem extends Span {
  kind: "retry";
}

export interface TaskItem extends Span {
  kind: "task";
  id: string;
  type?: string;
  /** The last state that was noticed. */
  state: string;
  changes: { at: number; state: string }[];
}
