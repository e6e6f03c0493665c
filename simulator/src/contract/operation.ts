import { z } from "zod";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An operation of the API as data. It checks requests and replies, and describes them in /openapi.json. */
export interface Contract<P = unknown, Q = unknown, B = unknown> {
  readonly method: Method;
  /** Such as `/v1/tasks/{task_id}`. */
  readonly path: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  /** Whether each deployment has the operation. In documented-only mode nothing else is served. */
  readonly documented: boolean;
  readonly params: z.ZodType<P>;
  readonly query: z.ZodType<Q>;
  /** An operation without this ignores the body of a request, as servers commonly do. */
  readonly body: z.ZodType<B>;
  /** The body of a successful reply, by its status; null if the reply has no body. */
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
}

interface Description<P, Q, B> extends Pick<Contract, "summary" | "replies"> {
  readonly documented?: boolean;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
}

const nothing = z.strictObject({});

/** The body of an operation without a body. */
export const noBody = z.unknown();

export function contract<P, Q, B>(
  name: `${Method} /${string}`,
  { documented = false, params, query, body, ...rest }: Description<P, Q, B>,
): Contract<P, Q, B> {
  const [method, path = ""] = name.split(" ") as [Method, string];
  return {
    method,
    path,
    documented,
    params: params ?? (nothing as unknown as z.ZodType<P>),
    query: query ?? (nothing as unknown as z.ZodType<Q>),
    body: body ?? (noBody as z.ZodType<B>),
    ...rest,
  };
}
