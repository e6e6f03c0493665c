import { z } from "zod";

const notificationType = z.enum(["deletion_request", "failed_login"]);

/** A notification setting of a reseller as the API answers it. */
export const notificationSettingRecord = z.strictObject({
  id: z.int().nonnegative(),
  reseller: z.int().nonnegative(),
  email: z.string(),
  notification_type: notificationType,
  enabled: z.boolean(),
});

export type NotificationType = z.infer<typeof notificationType>;
export interface NotificationSettingRecord extends Readonly<z.infer<typeof notificationSettingRecord>> {}
export type NotificationSettingChange = Partial<Omit<NotificationSettingRecord, "id" | "reseller">>;
