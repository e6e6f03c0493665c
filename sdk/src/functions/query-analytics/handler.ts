import { z } from "zod";
import type { JsonObject } from "../../util/json";
import { text } from "../../util/schemas";
import type { FunctionHandler } from "../handler";
import type { QueryAnalyticsArgs, QueryAnalyticsResult } from "./query-analytics";

export const handler: FunctionHandler<QueryAnalyticsArgs, QueryAnalyticsResult> = {
  args: z.strictObject({
    query: text("a query in GraphQL").regex(/\S/, { error: "must be a query in GraphQL, and not empty" }),
    variables: z.record(z.string(), z.json(), { error: "must be an object of plain values" }).optional(),
    operationName: text("the name of an operation in the query")
      .min(1, { error: "must be the name of an operation in the query" })
      .optional(),
  }),
  async call({ query, variables, operationName }, platform) {
    const data = await platform.analytics.query({
      query,
      ...(variables && { variables: variables as JsonObject }),
      ...(operationName !== undefined && { operationName }),
    });
    return { data };
  },
};
