export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request, in the words of the interface: a path below the base URL, and JSON. */
export interface Call {
  method: Method;
  path: string;
  query?: Record<string, string | number>;
  body?: unknown;
  /** Ends the call, its retries and the pauses between them. */
  signal?: AbortSignal;
  /** True where a POST may be carried out twice without harm, so that it is repeated like a GET. */
  repeatable?: boolean;
  /** False where 429 says that an allowance is spent, so that waiting does not help. Default true. */
  retryOn429?: boolean;
}

/** What came back, as text. */
export interface RawReply {
  status: number;
  contentType: string;
  text: string;
  /** Content-Encoding, if the body is encoded, so that `text` cannot be read. */
  encoding?: string;
  retryAfter?: string;
  requestId?: string;
}

/** What came back with a status of success, understood. `body` is undefined when there was none. */
export interface Reply {
  status: number;
  body: unknown;
  requestId?: string;
  /** Called when the body has the form that the interface describes, which only the API's replies have. */
  onValidBody?(): void;
}

/** Sends one call. Every failure of it is a `PlatformError`. */
export type Send = (call: Call) => Promise<Reply>;
