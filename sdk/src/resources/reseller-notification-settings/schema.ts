import { z } from "zod";
import { flag, longId, oneOf, whenObject } from "../../lifecycle/inputs/schemas";

/** A character of an address between an @ and a dot, or between two dots. */
const ADDRESS_CHARACTER = String.raw`[^\s\x00-\x1f\x7f@.,:;<>()[\]\\"]`;

/** One @, with names and single dots between them on both sides, of which the domain has two or more. */
const EMAIL = new RegExp(
  `^${ADDRESS_CHARACTER}{1,64}(\\.${ADDRESS_CHARACTER}{1,64})*@(${ADDRESS_CHARACTER}{1,63}\\.)+${ADDRESS_CHARACTER}{2,63}$`,
);

/** The inputs of notification settings. */
export const SettingsInputs = z
  .strictObject({
    resellerId: longId("reseller"),
    notificationSettingsId: longId("reseller's notification settings").optional(),
    email: z
      .string({ error: 'must be an e-mail address, such as "ops@example.com"' })
      .regex(EMAIL, { error: 'must be an e-mail address, such as "ops@example.com"' })
      .max(254, { error: "must have 254 characters or less" })
      .optional(),
    notificationType: oneOf("deletion_request", "failed_login").optional(),
    enabled: flag().optional(),
  })
  .superRefine(({ notificationSettingsId, email, notificationType }, context) => {
    if (notificationSettingsId !== undefined) return;
    const require = (path: string) =>
      context.addIssue({
        code: "custom",
        path: [path],
        message:
          "is required for settings that this resource creates; to adopt existing ones, declare notificationSettingsId",
      });
    if (email === undefined) require("email");
    if (notificationType === undefined) require("notificationType");
  }, whenObject);

export type SettingsInputs = z.infer<typeof SettingsInputs>;
