import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { QueryAnalyticsArgs, QueryAnalyticsResult } from "./types";

export type QueryAnalyticsOutputArgs = InputsOf<QueryAnalyticsArgs>;

const analytics = new PlatformFunction<QueryAnalyticsArgs, QueryAnalyticsResult>(
  "queryAnalytics",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * Queries the analytics of the CDN: traffic, requests, visitors, by country, directory and so on. Also runs in previews.
 *
 * Errors: `AnalyticsError` if the platform answers with errors, also with status 200; its `errors` are the platform's,
 * its `data` is the partial result. `PlatformError` for all other failures.
 *
 * Operation: `POST /cdn/advanced/v2/query`.
 *
 * @example
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const { data } = cloudplatform.queryAnalyticsOutput({
 *   query: "query($resource: Int!) { traffic(resource: $resource) { country bytes } }",
 *   variables: { resource: 1701 },
 * });
 * ```
 *
 * @example Use the partial result if there are errors
 * ```ts
 * const data = await cloudplatform
 *   .queryAnalytics({ query })
 *   .then((result) => result.data, (error) => {
 *     if (error instanceof cloudplatform.AnalyticsError && error.data !== null) return error.data;
 *     throw error;
 *   });
 * ```
 */
export function queryAnalytics(
  args: QueryAnalyticsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<QueryAnalyticsResult> {
  return analytics.invoke(args, opts);
}

/**
 * The same on Outputs: waits for its arguments and for `dependsOn`.
 *
 * @example
 * ```ts
 * const { data } = cloudplatform.queryAnalyticsOutput({ query, variables: { resource: resourceId } });
 * ```
 */
export function queryAnalyticsOutput(
  args: QueryAnalyticsOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<QueryAnalyticsResult> {
  return analytics.output(args, opts);
}
