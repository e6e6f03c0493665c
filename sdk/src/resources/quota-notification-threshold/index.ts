export type { GlobalQuotas, QuotaEntry, QuotaMessage, RegionalQuotas } from "./message";
export {
  QuotaNotificationThreshold,
  type QuotaNotificationThresholdArgs,
} from "./quota-notification-threshold";
