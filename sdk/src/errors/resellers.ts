import { defineError, type RefusedRequest } from "./define-error";

type Id = number | string;

/** Errors and warnings of resellers' notification settings. */
export const RESELLERS = {
  missing: defineError<{ id: Id; resellerId: Id }>({
    message: ({ id, resellerId }) =>
      `there are no notification settings ${id} of reseller ${resellerId}. ` +
      "They were deleted behind Pulumi's back: run `pulumi refresh` and then `pulumi up`, which creates new ones.",
    cause: "The settings were deleted outside of Pulumi.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  nothingToAdopt: defineError<{ id: Id; resellerId: Id }>({
    message: ({ id, resellerId }) =>
      `there are no notification settings ${id} of reseller ${resellerId}. ` +
      "Check resellerId and notificationSettingsId; leave notificationSettingsId out to create settings.",
    cause: "The reseller has no settings with the number in `notificationSettingsId`.",
    remedy: "Check the ids, or leave `notificationSettingsId` out.",
  }),
  cannotCreate: defineError<{ resellerId: Id; refused: RefusedRequest }>({
    message: ({ resellerId, refused: { method, path, status, reason } }) =>
      `this deployment of the platform cannot create notification settings, or there is no reseller ${resellerId} ` +
      `(${method} ${path} was answered ${status}: ${reason}). ` +
      "Create them by other means and declare their number as notificationSettingsId: they are then adopted.",
    cause: "The deployment has only the documented operations, or there is no such reseller.",
    remedy: "Check `resellerId`, or adopt settings with `notificationSettingsId`.",
  }),
  notListed: defineError<{ email: string | undefined }>({
    message: ({ email }) =>
      `the platform has accepted notification settings for ${email}, but does not list them, so their number is not known. Run \`pulumi up\` again, which continues with them once they are listed.`,
    cause: "The list has not shown the new settings for 30 seconds.",
    remedy: "`pulumi up`.",
  }),
  idNotReported: defineError<{ email: string | undefined }>({
    message: ({ email }) =>
      `the platform has accepted notification settings for ${email}, but does not report their number. Find the number and declare it as notificationSettingsId: they are then adopted.`,
    cause: "The deployment creates settings, and has no operation to find them.",
    remedy: "Find the number and declare it as `notificationSettingsId`.",
  }),
  cannotList: defineError({
    message: () =>
      "this deployment of the platform cannot list notification settings, so duplicates are not detected",
    cause: "The deployment lacks the operation. A warning.",
    remedy: "Nothing, or adopt existing settings with `notificationSettingsId`.",
  }),
  cannotChange: defineError({
    message: () =>
      "this deployment of the platform cannot read or change notification settings: adopted ones are assumed to match the inputs, and only their deletion is sent",
    cause: "The deployment has only the documented operations. A warning.",
    remedy: "Nothing.",
  }),
};
