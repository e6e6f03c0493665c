import { z } from "zod";
import { integerText, limitText, offsetText } from "../../core/schemas";
import { notificationSettingRecord } from "./record";

const email = z.email("Must be an email address.").max(254);
const notificationType = notificationSettingRecord.shape.notification_type;

export const resellerPath = z.strictObject({ resellerId: integerText });
export const settingPath = resellerPath.extend({ notificationSettingsId: integerText });
export const pageQuery = z.strictObject({ limit: limitText(100), offset: offsetText });

export const wholeBody = z.strictObject({
  email,
  notification_type: notificationType,
  enabled: z.boolean().default(true),
});

export const partialBody = z.strictObject({
  email: email.exactOptional(),
  notification_type: notificationType.exactOptional(),
  enabled: z.boolean().exactOptional(),
});

export const addition = partialBody.extend({
  reseller_id: z.int().nonnegative(),
  id: z.int().nonnegative().exactOptional(),
});
