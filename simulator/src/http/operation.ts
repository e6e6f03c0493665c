import { z } from "zod";
import { check } from "../core/check";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Sent as a page of the gateway, which has no other body. */
  readonly page?: true;
}

interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The address that the client used, for replies that lead to other places of it. */
  readonly origin: string;
}

/** One method and path, with what it accepts already built in. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  /** Whether the interface documents it: in documented-only mode nothing else is served. */
  readonly documented: boolean;
  readonly respond: (request: Call<unknown, unknown, unknown>) => Reply;
}

interface OperationSpec<P, Q, B> {
  readonly method: Method;
  readonly path: string;
  readonly documented?: boolean;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  readonly handle: (call: Call<P, Q, B>) => Reply;
}

/** Path first, then query, then body: a wrong path is told before a wrong body. */
export function operation<P, Q, B>(spec: OperationSpec<P, Q, B>): Operation {
  const none = z.strictObject({});
  return {
    method: spec.method,
    path: spec.path,
    documented: spec.documented ?? false,
    respond: (request) =>
      spec.handle({
        ...request,
        params: check((spec.params ?? none) as z.ZodType<P>, request.params),
        query: check((spec.query ?? none) as z.ZodType<Q>, request.query),
        // An operation without a body ignores one, as servers commonly do.
        body: check((spec.body ?? z.unknown()) as z.ZodType<B>, request.body),
      }),
  };
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}
