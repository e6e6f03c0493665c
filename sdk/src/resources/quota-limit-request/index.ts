export type { GlobalLimits, GlobalLimitsOutput, RegionalLimits, RegionalLimitsOutput } from "./limits";
export {
  QuotaLimitRequest,
  type QuotaLimitRequestArgs,
  type RequestedLimits,
  type RequestedLimitsOutput,
} from "./quota-limit-request";
