export type { GlobalLimits, RegionalLimits } from "./limits";
export { QuotaLimitRequest, type QuotaLimitRequestArgs, type RequestedLimits } from "./quota-limit-request";
