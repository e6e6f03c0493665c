import { z } from "zod";
import type { RequestErrorDefinition } from "../../errors/definition";
import { isObject } from "../../util/json";
import type { Call } from "../http/call";
import { parseBody } from "../http/parse-reply";
import { AnalyticsError } from "./analytics-error";
import type { Api } from "./api";

/** Errors of a query. */
export const QUERIES = {
  /** @example POST /cdn/advanced/v2/query was answered 200: … */
  query: {
    code: "query-failed",
    advice: "Correct the query or its variables as the platform says, and run again.",
  },
  /**
   * The platform answers a query with errors beside data (`AnalyticsError`).
   *
   * @example POST /cdn/advanced/v2/query was answered 200: …
   */
  partialQuery: {
    code: "query-partly-failed",
    advice:
      "Correct the query or its variables as the platform says, and run again. The error's `data` has the partial result.",
  },
} satisfies Record<string, RequestErrorDefinition>;

/** The interface does not show the form: any JSON. */
const AnyReply = z.unknown().refine((body) => body !== undefined, { error: "is missing" });

/** What GraphQL returns if a query failed, or a part of it. */
const QueryErrors = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).nonempty(),
});

/**
 * The documented `POST /cdn/advanced/v2/query` takes any payload. One with a text as `query` is assumed to be GraphQL: throws an
 * AnalyticsError if the reply has errors, also with status 200.
 */
export async function query(
  { send }: Api,
  body: Record<string, unknown>,
): Promise<{ data: unknown; reply: unknown }> {
  const call: Call = { method: "POST", path: "/cdn/advanced/v2/query", body, idempotent: true };
  const answer = await send(call);
  const reply = parseBody(AnyReply, call, answer);
  const failed = QueryErrors.safeParse(reply).data;
  if (failed && typeof body.query === "string") {
    const { errors, data = null } = failed;
    const { method, path } = call;
    const { status, requestId } = answer;
    const reason = errors.map(({ message }) => message).join("; ");
    const kind = data === null ? QUERIES.query : QUERIES.partialQuery;
    throw new AnalyticsError({ method, path, status, reason, requestId, kind }, errors, data);
  }
  return { data: isObject(reply) && "data" in reply ? reply.data : reply, reply };
}
