export {
  ResellerNotificationSettings,
  type ResellerNotificationSettingsArgs,
} from "./reseller-notification-settings";
