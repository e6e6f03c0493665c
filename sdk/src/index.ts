import "./check-node";

export { InvalidArguments } from "./doors/dynamic/program/errors";
export { Provider, type ProviderArgs } from "./doors/dynamic/program/provider";
export * from "./functions";
export { AnalyticsError, type QueryError } from "./platform/api/analytics-error";
export { PlatformError, type PlatformFailure } from "./platform/http/error";
export { ConfigurationError } from "./platform/settings";
export * from "./resources";
