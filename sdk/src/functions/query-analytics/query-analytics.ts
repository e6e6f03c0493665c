import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { QueryAnalyticsArgs, QueryAnalyticsResult } from "./types";

export type QueryAnalyticsOutputArgs = InputsOf<QueryAnalyticsArgs>;

const analytics = new PlatformFunction<QueryAnalyticsArgs, QueryAnalyticsResult>(
  "queryAnalytics",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * Asks the analytics of the content delivery: traffic, requests, visitors, by country, directory and so on. Reads, in
 * previews as well.
 *
 * Errors: `AnalyticsError` where the platform answers with errors, also with status 200; its `errors` are the
 * platform's own, its `data` is what the platform could tell all the same. `PlatformError` for all other failures.
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
 * @example Make do with what there is
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
