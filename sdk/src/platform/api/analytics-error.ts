import { PlatformError, type PlatformFailure } from "../http/error";

/** One error of a query, as the platform sends it. */
export interface QueryError {
  message: string;
  [detail: string]: unknown;
}

/** The platform answered a query with errors. `data` is the partial result. */
export class AnalyticsError extends PlatformError {
  override name = "AnalyticsError";

  constructor(
    failure: PlatformFailure,
    readonly errors: QueryError[],
    readonly data: unknown,
  ) {
    super(failure);
  }
}
