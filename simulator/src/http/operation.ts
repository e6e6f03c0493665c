import { type Contract, noBody } from "../contract/operation";
import { check } from "../core/check";

export interface Reply {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sends the HTML page of the gateway. */
  readonly page?: true;
  /** Sent unchanged instead of a JSON body. */
  readonly file?: { readonly headers: Readonly<Record<string, string>>; readonly text: string };
  /** Sent as Server-Sent Events, until the client disconnects or the simulator closes. */
  readonly events?: EventSource;
}

/** Starts to send events, and returns a function that stops it. */
export type EventSource = (send: (event: unknown) => void) => () => void;

export interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The address that the client used, for links in replies. */
  readonly origin: string;
}

/** One method and path, which checks its own requests. */
export interface Operation extends Contract {
  /** The kind of objects that a control endpoint is for. It is the first part of its path below /_simulator. */
  readonly kind?: string;
  readonly respond: (request: Call<unknown, unknown, unknown>) => Reply;
}

/** Checks the path first, then the query, then the body. */
export function operation<P, Q, B>(
  contract: Contract<P, Q, B>,
  handle: (call: Call<P, Q, B>) => Reply,
): Operation {
  return {
    ...(contract as unknown as Contract),
    respond: (request) =>
      handle({
        ...request,
        params: check(contract.params, request.params),
        query: check(contract.query, request.query),
        body: check(contract.body, request.body),
      }),
  };
}

export function hasBody({ body }: Contract): boolean {
  return body !== noBody;
}

/** The forms in which servers answer what they do not know. */
export const unknownReplies = {
  message: { status: 404, body: { message: "Not Found" } },
  error: { status: 404, body: { error: "Not Found" } },
  detail: { status: 404, body: { detail: "Not Found" } },
  empty: { status: 404 },
  html: { status: 404, page: true },
  "405": { status: 405, body: { message: "Method Not Allowed" } },
} as const satisfies Record<string, Reply>;

export type UnknownForm = keyof typeof unknownReplies;

export function ok(body: unknown): Reply {
  return { status: 200, body };
}
