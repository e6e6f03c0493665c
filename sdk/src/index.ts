import "./check-node";

export * from "./functions";
export { AnalyticsError, type QueryError } from "./platform/api/analytics-error";
export { PlatformError, type PlatformFailure } from "./platform/http/error";
export { ConfigurationError } from "./platform/settings";
export { InvalidArguments } from "./pulumi/program/errors";
export { Provider, type ProviderArgs } from "./pulumi/program/provider";
export * from "./resources";
