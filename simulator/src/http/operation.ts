import { z } from "zod";
import { type InvalidFields, invalid } from "../core/problem";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** One method and path, with what it accepts already built in. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  /** Whether the interface documents it: in documented-only mode nothing else is served. */
  readonly documented: boolean;
  readonly respond: (request: { params: unknown; query: unknown; body: unknown }) => Reply;
}

interface OperationSpec<P, Q, B> {
  readonly method: Method;
  readonly path: string;
  readonly documented?: boolean;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  readonly handle: (call: { params: P; query: Q; body: B }) => Reply;
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

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(fieldsOf(result.error.issues));
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): InvalidFields {
  const fields: Record<string, string[]> = {};
  const add = (path: readonly PropertyKey[], message: string): void => {
    const field = path.length === 0 ? "body" : path.map(String).join(".");
    fields[field] = [...(fields[field] ?? []), message];
  };
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") add(issue.path, messageOf(issue));
    else for (const key of issue.keys) add([...issue.path, key], "Unknown field.");
  }
  return fields;
}

/** JSON has no undefined: a value that is not there is a missing one. */
function messageOf({ code, message }: z.core.$ZodIssue): string {
  return code === "invalid_type" && message.endsWith("received undefined")
    ? "This field is required."
    : message;
}
