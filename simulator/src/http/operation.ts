import { z } from "zod";
import { check } from "../core/check";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Reply {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sends the HTML page of the gateway. */
  readonly page?: true;
  /** Sent unchanged instead of a JSON body. */
  readonly file?: File;
  /** Sent as Server-Sent Events, until the client disconnects or the simulator closes. */
  readonly events?: EventSource;
}

export interface File {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Starts to send events, and returns a function that stops it. */
export type EventSource = (send: (event: unknown) => void) => () => void;

interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The address that the client used, for links in replies. */
  readonly origin: string;
}

/** The body of a successful reply, by its status; null if the reply has no body. */
export type Replies = Readonly<Record<number, z.ZodType | null>>;

/** The description of an operation in /openapi.json. */
interface Description {
  readonly method: Method;
  readonly path: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  readonly replies: Replies;
}

/** One method and path, which checks its own requests. */
export interface Operation extends Description {
  /** Whether each deployment has the operation. In documented-only mode nothing else is served. */
  readonly documented: boolean;
  /** The kind of objects that a control endpoint is for. It is the first part of its path below /_simulator. */
  readonly kind?: string;
  /** The schemas that check a request. */
  readonly schemas: {
    readonly params: z.ZodType;
    readonly query: z.ZodType;
    readonly body: z.ZodType | undefined;
  };
  readonly respond: (request: Call<unknown, unknown, unknown>) => Reply;
}

interface OperationSpec<P, Q, B> extends Description {
  readonly documented?: boolean;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  readonly handle: (call: Call<P, Q, B>) => Reply;
}

const none = z.strictObject({});
const anything = z.unknown();

/** Checks the path first, then the query, then the body. */
export function operation<P, Q, B>(spec: OperationSpec<P, Q, B>): Operation {
  const { method, path, summary, replies, documented = false, handle } = spec;
  const schemas = { params: spec.params ?? none, query: spec.query ?? none, body: spec.body };
  return {
    method,
    path,
    summary,
    replies,
    documented,
    schemas,
    respond: (request) =>
      handle({
        ...request,
        params: check(schemas.params as z.ZodType<P>, request.params),
        query: check(schemas.query as z.ZodType<Q>, request.query),
        // An operation without a body ignores the body of a request, as servers commonly do.
        body: check((schemas.body ?? anything) as z.ZodType<B>, request.body),
      }),
  };
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}
