export interface QueryAnalyticsArgs {
  /** The query, in GraphQL. The platform keeps 90 days of history. */
  query: string;
  /** Values of the query's variables: JSON values. */
  variables?: Record<string, unknown> | undefined;
  /** The operation to run, if the query has several. */
  operationName?: string | undefined;
}

export interface QueryAnalyticsResult {
  /** The result, in the form of the query. Integers that JavaScript would round become strings of digits. */
  data: unknown;
}
