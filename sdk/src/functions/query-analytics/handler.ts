import { z } from "zod";
import { record, text } from "../../lifecycle/inputs/schemas";
import { AnalyticsApi } from "../../platform/api/analytics";
import type { FunctionHandler } from "../../pulumi/program/function";
import type { JsonObject } from "../../util/json";
import type { QueryAnalyticsArgs, QueryAnalyticsResult } from "./query-analytics";

/** Any JSON value. Undefined properties are left out. */
const value: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), values], {
    error:
      "must be a plain value: a text, a number, true, false, null, or a list or an object of plain values",
  }),
);
const values = z.record(z.string(), value.optional(), { error: "must be an object of plain values" });

function canBeWritten(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

export const handler: FunctionHandler<QueryAnalyticsArgs, QueryAnalyticsResult> = {
  args: record("an object", {
    query: text("a query in GraphQL").regex(/\S/, { error: "must be a query in GraphQL, and not empty" }),
    variables: values.refine(canBeWritten, { error: "must not contain itself" }).optional(),
    operationName: text("the name of an operation in the query")
      .min(1, { error: "must be the name of an operation in the query" })
      .optional(),
  }),
  async call({ query, variables, operationName }, platform) {
    const data = await new AnalyticsApi(platform).query({
      query,
      ...(variables && { variables: variables as JsonObject }),
      ...(operationName !== undefined && { operationName }),
    });
    return { data };
  },
};
