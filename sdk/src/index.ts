import "./check-node";

export { ConfigurationError } from "./account/configuration-error";
export { AnalyticsError, type QueryError } from "./api/analytics-error";
export * from "./functions";
export { PlatformError, type PlatformFailure } from "./http/error";
export { InvalidArguments } from "./program/errors";
export { Provider, type ProviderArgs } from "./program/provider";
export * from "./resources";
