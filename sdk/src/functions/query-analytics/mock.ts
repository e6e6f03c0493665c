import type { FunctionMock } from "../../lifecycle/mock";
import type { QueryAnalyticsArgs, QueryAnalyticsResult } from "./types";

/** The form of the data follows from the query, so a test that reads the data sets them. */
export const mock: FunctionMock<QueryAnalyticsArgs, QueryAnalyticsResult> = () => ({ data: {} });
