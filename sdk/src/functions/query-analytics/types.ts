export interface QueryAnalyticsArgs {
  /** The query, in GraphQL. The platform keeps 90 days of history. */
  query: string;
  /** Values of the query's variables: plain values. */
  variables?: Record<string, unknown> | undefined;
  /** Which operation to run, where the query has several. */
  operationName?: string | undefined;
}

export interface QueryAnalyticsResult {
  /** What the query asked for, in its own form. Whole numbers that JavaScript would round come as texts of digits. */
  data: unknown;
}
