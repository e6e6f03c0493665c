export type { GlobalQuotas, QuotaEntry, QuotaMessage, RegionalQuotas } from "./message";
export {
  type QuotaMessageArgs,
  QuotaNotificationThreshold,
  type QuotaNotificationThresholdArgs,
} from "./quota-notification-threshold";
