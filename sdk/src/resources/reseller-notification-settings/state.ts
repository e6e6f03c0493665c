import { z } from "zod";
import { anyId, flag, oneOf, whenObject } from "../../operation/inputs/schemas";
import type { Listed } from "../../platform/api/pages";
import type { Id } from "../../platform/api/reply";
import type { NotificationSettingsBody, NotificationSettingsRecord } from "../../platform/api/resellers";
import { omitNullish } from "../../util/json";

/** A character of an address between an @ and a dot, or between two dots. */
const ADDRESS_CHARACTER = String.raw`[^\s\x00-\x1f\x7f@.,:;<>()[\]\\"]`;

/** One @, with names and single dots between them on both sides, of which the domain has two or more. */
const EMAIL = new RegExp(
  `^${ADDRESS_CHARACTER}{1,64}(\\.${ADDRESS_CHARACTER}{1,64})*@(${ADDRESS_CHARACTER}{1,63}\\.)+${ADDRESS_CHARACTER}{2,63}$`,
);

/** The inputs of notification settings. */
export const SettingsInputs = z
  .strictObject({
    resellerId: anyId("reseller"),
    notificationSettingsId: anyId("reseller's notification settings").optional(),
    email: z
      .string({ error: 'must be an e-mail address, such as "ops@example.com"' })
      .regex(EMAIL, { error: 'must be an e-mail address, such as "ops@example.com"' })
      .max(254, { error: "must have 254 characters or less" })
      .optional(),
    notificationType: oneOf("deletion_request", "failed_login").optional(),
    enabled: flag().optional(),
    ifExists: oneOf("fail", "adopt").optional(),
  })
  .superRefine(({ notificationSettingsId, email, notificationType, ifExists }, context) => {
    if (notificationSettingsId !== undefined) {
      const message = "has no meaning together with notificationSettingsId, which names the settings";
      if (ifExists !== undefined) context.addIssue({ code: "custom", path: ["ifExists"], message });
      return;
    }
    const message =
      "is required for settings that this resource creates; to adopt existing ones, declare notificationSettingsId";
    for (const [name, value] of Object.entries({ email, notificationType }))
      if (value === undefined) context.addIssue({ code: "custom", path: [name], message });
  }, whenObject)
  .meta({
    if: { required: ["notificationSettingsId"] },
    else: { required: ["email", "notificationType"] },
    dependencies: { notificationSettingsId: { properties: { ifExists: false } } },
  });

export type SettingsInputs = z.infer<typeof SettingsInputs>;

/** A symbol, so no state on disk has what it names. */
export const OTHERS = Symbol("fields that the package does not know");

/** The state of notification settings. Properties that a deployment does not return have the declared values. */
export interface SettingsState {
  resellerId: Id;
  notificationSettingsId: Id;
  email?: string;
  notificationType?: string;
  enabled?: boolean;
  /** Fields that the package does not know, as the platform sent them. A change sends them back. */
  [OTHERS]?: object;
}

export function toState(resellerId: Id, record: Listed<NotificationSettingsRecord>): SettingsState {
  const { id, others, unreadable: _, ...settings } = record;
  return {
    resellerId,
    notificationSettingsId: id,
    ...omitNullish(settings),
    ...(others && { [OTHERS]: others }),
  };
}

type Keyed = Pick<NotificationSettingsBody, "email" | "notificationType"> & { resellerId: Id };

/** What no two settings of resellers share. A platform may store an address in another case. */
export function keyOf({ resellerId, email, notificationType }: Keyed): unknown[] {
  return [String(resellerId), addressOf(email), notificationType];
}

/** Equal for the same address. */
export function addressOf(email: string | null | undefined): string | undefined {
  return email?.toLowerCase();
}

/** The settings as the platform accepts them: as a whole. */
export function bodyOf({
  email,
  notificationType,
  enabled,
}: NotificationSettingsBody): NotificationSettingsBody {
  return { email, notificationType, enabled };
}
