/** The arguments of `queryAnalytics`. */
export interface QueryAnalyticsArgs {
  /** The query, in GraphQL. The platform keeps 90 days of history. */
  query: string;
  /**
   * Values of the query's variables: strings, numbers, booleans, `null`, and lists and objects of these. Values that are
   * `undefined` are not sent.
   */
  variables?: Record<string, unknown> | undefined;
  /** Name of the operation to run, if the query has several operations. Not empty. */
  operationName?: string | undefined;
}

/** The result of `queryAnalytics`. */
export interface QueryAnalyticsResult {
  /** The result, in the form of the query, or `null`. Integers that JavaScript would round are strings of digits. */
  data: unknown;
}
