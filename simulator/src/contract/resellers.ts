import { z } from "zod";
import { linkedPageSchema } from "../core/page";
import { anyId, anyIdText, limitText, offsetText, optionalFields } from "../core/schemas";
import { contract } from "./operation";

const notificationType = z.enum(["deletion_request", "failed_login"]);

export const notificationSettingRecord = z.strictObject({
  id: anyId,
  reseller: anyId,
  email: z.string(),
  notification_type: notificationType,
  enabled: z.boolean(),
});

const fields = {
  email: z.email("Must be an email address.").max(254),
  notification_type: notificationType,
  enabled: z.boolean(),
};
const wholeBody = z.strictObject({ ...fields, enabled: fields.enabled.default(true) });
export const partialBody = z.strictObject(optionalFields(fields));

const listPath = z.strictObject({ resellerId: anyIdText });
const params = listPath.extend({ notificationSettingsId: anyIdText });
const list = "/iam/reselling/resellers/{resellerId}/notification_settings";
const member = `${list}/{notificationSettingsId}` as const;
const replies = { 200: notificationSettingRecord };

export const resellers = {
  delete: contract(`DELETE ${member}`, {
    summary: "Delete a notification setting",
    documented: true,
    params,
    replies: { 204: null },
  }),
  create: contract(`POST ${list}`, {
    summary: "Create a notification setting",
    params: listPath,
    body: wholeBody,
    replies: { 201: notificationSettingRecord },
  }),
  list: contract(`GET ${list}`, {
    summary: "List the notification settings of a reseller",
    params: listPath,
    query: z.strictObject({ limit: limitText(100), offset: offsetText }),
    replies: { 200: linkedPageSchema(notificationSettingRecord) },
  }),
  get: contract(`GET ${member}`, { summary: "Get a notification setting", params, replies }),
  replace: contract(`PUT ${member}`, {
    summary: "Replace a notification setting",
    params,
    body: wholeBody,
    replies,
  }),
  change: contract(`PATCH ${member}`, {
    summary: "Change a notification setting",
    params,
    body: partialBody,
    replies,
  }),
};

export interface NotificationSettingRecord extends Readonly<z.infer<typeof notificationSettingRecord>> {}
export type NotificationSettingChange = Partial<Omit<NotificationSettingRecord, "id" | "reseller">>;
