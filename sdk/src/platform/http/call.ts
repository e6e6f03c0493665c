export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Gets what a call waits for before it is sent. Without a text, the call has been sent. */
export type OnWait = (text?: string) => void;

/** What a request gets one after the other: its turn in the queue, its turn at the rate limit, and a connection. */
export type Step = "admitted" | "passed" | "connected";

/** One request to the API: a path below the base URL, and JSON. */
export interface Call {
  method: Method;
  path: string;
  query?: Record<string, string | number>;
  body?: unknown;
  /** Aborts the call, its retries and the pauses between them. */
  signal?: AbortSignal;
  /** The POST is idempotent, so it is retried like a GET. */
  idempotent?: boolean;
  /** The success of the change needs no body: one that cannot be read is left out. */
  needsNoBody?: true;
  /** False if 429 means that an allowance is used up, so that waiting does not help. Default true. */
  retryOn429?: boolean;
  /** The first failure is final. */
  isOnce?: true;
  onWait?: OnWait;
  /** For whom the call is sent: only the observer of the requests knows what it is. */
  sender?: object;
  /** Called when the request reaches a step. At `connected`, its first byte is about to leave. */
  onStep?(step: Step): void;
}

/** The reply as text. The names of headers are in lower case. */
export interface RawReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** A parsed reply with a success status. `body` is undefined if the reply has no body. */
export interface Reply {
  status: number;
  body: unknown;
  requestId?: string;
  /** Called if the body has the documented form, which only replies of the API have. */
  onValidBody?(): void;
}

/** Sends one call. Every failure is a `PlatformError`. */
export type Send = (call: Call) => Promise<Reply>;

/** A call whose method is GET. */
export type GetCall = Omit<Call, "method">;

/** Sends one GET. Every failure is a `PlatformError`. */
export type Get = (call: GetCall) => Promise<Reply>;
