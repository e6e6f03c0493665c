import "./check-node";

export * from "./functions";
export { AnalyticsError, type QueryError } from "./platform/api/analytics-error";
export { ConfigurationError } from "./platform/configuration-error";
export { PlatformError, type PlatformFailure } from "./platform/http/error";
export { InvalidArguments } from "./pulumi/program/errors";
export { Provider, type ProviderArgs } from "./pulumi/program/provider";
export * from "./resources";
