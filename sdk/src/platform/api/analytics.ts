import { z } from "zod";
import type { RequestErrorDefinition } from "../../errors/definition";
import type { JsonObject } from "../../util/json";
import type { Call, Reply } from "../http/call";
import type { PlatformFailure } from "../http/error";
import { parseBody } from "../http/parse-body";
import { AnalyticsError, type QueryError } from "./analytics-error";
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

/** A query that was not executed has errors and no data. */
const QueryReply = z
  .object({
    data: z.unknown().optional(),
    errors: z.array(z.looseObject({ message: z.string() })).nullish(),
  })
  .refine(({ data, errors }) => data !== undefined || errors?.length, { error: "neither data nor errors" });

export interface AnalyticsQuery {
  query: string;
  variables?: JsonObject;
  operationName?: string;
}

/** Analytics: the documented `POST /cdn/advanced/v2/query`, a GraphQL operation. */
export class AnalyticsApi {
  constructor(private readonly api: Api) {}

  /** Runs a query. Throws an AnalyticsError if the reply has errors, also with status 200. */
  async query(body: AnalyticsQuery): Promise<unknown> {
    const call: Call = { method: "POST", path: "/cdn/advanced/v2/query", body, idempotent: true };
    const reply = await this.api.send(call);
    const { data, errors } = parseBody(QueryReply, call, reply);
    if (errors?.length) throw queryFailure(call, reply, errors, data);
    return data ?? null;
  }
}

function queryFailure(
  { method, path }: Call,
  { status, requestId }: Reply,
  errors: QueryError[],
  data: unknown,
): AnalyticsError {
  const failure: PlatformFailure = {
    method,
    path,
    status,
    reason: errors.map(({ message }) => message).join("; "),
    requestId,
    mayHaveTakenEffect: false,
    kind: data == null ? QUERIES.query : QUERIES.partialQuery,
  };
  return new AnalyticsError(failure, errors, data ?? null);
}
