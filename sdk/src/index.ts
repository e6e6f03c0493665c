import "./check-node";

export { AnalyticsError, type QueryError } from "./api/analytics-error";
export * from "./functions";
export { PlatformError, type PlatformFailure } from "./http/error";
export { ConfigurationError } from "./provider/configuration-error";
export { Provider, type ProviderArgs } from "./provider/program/account";
export { InvalidArguments } from "./provider/program/errors";
export * from "./resources";
