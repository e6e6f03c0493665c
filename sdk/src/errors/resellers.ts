import { defineError, type RefusedRequest } from "./define-error";

type Id = number | string;

/** What can go wrong with notification settings of resellers. */
export const RESELLERS = {
  missing: defineError<{ id: Id; resellerId: Id }>({
    message: ({ id, resellerId }) =>
      `there are no notification settings ${id} of reseller ${resellerId}. ` +
      "They were deleted behind Pulumi's back: run `pulumi refresh` and then `pulumi up`, which makes new ones.",
    cause: "Somebody deleted them.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  nothingToAdopt: defineError<{ id: Id; resellerId: Id }>({
    message: ({ id, resellerId }) =>
      `there are no notification settings ${id} of reseller ${resellerId}. ` +
      "Check resellerId and notificationSettingsId; leave notificationSettingsId out to have settings made.",
    cause: "`notificationSettingsId` names none.",
    remedy: "Check the ids, or leave `notificationSettingsId` out.",
  }),
  cannotCreate: defineError<{ resellerId: Id; refused: RefusedRequest }>({
    message: ({ resellerId, refused: { method, path, status, reason } }) =>
      `this deployment of the platform cannot create notification settings, or there is no reseller ${resellerId} ` +
      `(${method} ${path} was answered ${status}: ${reason}). ` +
      "Make them where you can and declare their number as notificationSettingsId: they are then adopted.",
    cause: "The deployment has only the documented operations, or there is no such reseller.",
    remedy: "Check `resellerId`, or adopt settings with `notificationSettingsId`.",
  }),
  notListed: defineError<{ email: string | undefined }>({
    message: ({ email }) =>
      `the platform has accepted notification settings for ${email}, but lists none, so their number is not known. Run \`pulumi up\` again, which takes them once they are listed.`,
    cause: "The list lags behind for longer than half a minute.",
    remedy: "`pulumi up`.",
  }),
  idNotReported: defineError<{ email: string | undefined }>({
    message: ({ email }) =>
      `the platform has accepted notification settings for ${email}, but tells their number nowhere. Find it out and declare it as notificationSettingsId: they are then adopted.`,
    cause: "The deployment creates settings, and has no operation to find them.",
    remedy: "Find the number out and declare it as `notificationSettingsId`.",
  }),
  cannotList: defineError({
    message: () =>
      "this deployment of the platform cannot list notification settings, so equal ones are not noticed",
    cause: "The deployment lacks the operation. A warning.",
    remedy: "Nothing, or adopt equal ones with `notificationSettingsId`.",
  }),
  cannotChange: defineError({
    message: () =>
      "this deployment of the platform cannot read or change notification settings: adopted ones are taken to be as they are declared, and only their deletion is sent",
    cause: "The deployment has only the documented operations. A warning.",
    remedy: "Nothing.",
  }),
};
