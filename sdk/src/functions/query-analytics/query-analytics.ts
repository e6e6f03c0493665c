import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";

/**
 * The arguments of `queryAnalytics`: the payload, a JSON object with any names. `query`, `variables` and `operationName` are those
 * of GraphQL. Values that are `undefined` are not sent.
 */
export interface QueryAnalyticsArgs {
  /** The query, in GraphQL. The platform keeps 90 days of history. */
  query?: string | undefined;
  /** Values of the query's variables: strings, numbers, booleans, `null`, and lists and objects of these. */
  variables?: Record<string, unknown> | undefined;
  /** Name of the operation to run, if the query has several operations. */
  operationName?: string | undefined;
  /**
   * The whole payload, if no other argument is set: for names that the SDK of your language does not know as arguments.
   */
  payload?: Record<string, unknown> | undefined;
  [name: string]: unknown;
}

/** The result of `queryAnalytics`. */
export interface QueryAnalyticsResult {
  /**
   * The field `data` of the reply, which has the result of a query in GraphQL. Without that field, the reply. Integers above
   * 9007199254740991 are strings of digits.
   */
  data: unknown;
  /** The whole reply, in any form. */
  reply: unknown;
}

/** The arguments of `queryAnalyticsOutput`. */
export type QueryAnalyticsOutputArgs = InputsOf<QueryAnalyticsArgs>;

const analytics = new PlatformFunction(
  "queryAnalytics",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * Runs an analytics query on the content delivery: traffic, requests and visitors by country, directory, browser and
 * other dimensions. Sends the request in previews as well.
 *
 * Errors: `InvalidArguments` for a value that JSON cannot express. `AnalyticsError` if the platform answers a `query`
 * with errors, also with status 200; `errors` has the platform's errors, and `data` the partial result. `PlatformError`
 * for all other failures.
 *
 * Operations:
 * - `POST /cdn/advanced/v2/query`: runs the query.
 *
 * @example Traffic by country
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const traffic = cloudplatform
 *   .queryAnalytics({
 *     query: "query($resource: Int!) { traffic(resource: $resource) { country bytes } }",
 *     variables: { resource: 1701 },
 *   })
 *   .then(({ data }) => data);
 * ```
 *
 * @example Another payload than GraphQL
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const visitors = cloudplatform
 *   .queryAnalytics({ dataSet: 1701, metrics: ["uniqueVisitors"], groupBy: ["country"] })
 *   .then(({ reply }) => reply);
 * ```
 *
 * @example In a script that accepts a partial result
 * ```ts
 * import { AnalyticsError, queryAnalytics } from "pulumi-cloudplatform";
 *
 * try {
 *   const { data } = await queryAnalytics({ query: "{ traffic { country bytes } requests { country count } }" });
 *   console.log(data);
 * } catch (error) {
 *   if (!(error instanceof AnalyticsError) || error.data === null) throw error;
 *   console.log(error.data, error.errors);
 * }
 * ```
 */
export const queryAnalytics = analytics.invoke;

/**
 * Like `queryAnalytics`, with Outputs: waits for its arguments and for `dependsOn`. The result is unknown or secret if
 * a part of the arguments is unknown or secret.
 *
 * @example With a variable from the stack's configuration
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const { data } = cloudplatform.queryAnalyticsOutput({
 *   query: "query($resource: Int!) { requests(resource: $resource) { country count } }",
 *   variables: { resource: new pulumi.Config().requireSecretNumber("resource") },
 * });
 * ```
 */
export const queryAnalyticsOutput = analytics.output;
