import { defineError, type RequestErrorDefinition } from "../../errors/definition";

type Id = number | string;
type Named = { notificationSettingsId: Id; resellerId: Id };

/** Errors and warnings of resellers' notification settings. */
export const ERRORS = {
  /**
   * `ifExists` is `"fail"`, the default, and the reseller has settings for the same address and kind of notification.
   * Another stack may own them.
   *
   * What to do: Adopt the settings if no other stack manages them. After a lost run,
   * `npx pulumi-cloudplatform recover` prints the command that imports the settings that the run created.
   */
  exist: defineError<{ email: string | undefined; resellerId: Id; ids: string; first: string | undefined }>({
    code: "notification-settings-exist",
    message: ({ email, resellerId, ids }) =>
      `notification settings of reseller ${resellerId} for ${email} and this kind of notification already exist: ${ids}`,
    advice: ({ first }) =>
      'Nothing was created. If no other stack manages these settings, declare ifExists: "adopt": ' +
      "this stack then owns them, and destroying the stack deletes them. Other ways:\n" +
      `  notificationSettingsId: ${first}  does the same with these settings, whatever their address\n` +
      "  the resource option aliases with the old name, if you renamed their resource in the program",
  }),
  missing: defineError<Named>({
    code: "notification-settings-not-found",
    message: ({ notificationSettingsId: id, resellerId }) =>
      `there are no notification settings ${id} of reseller ${resellerId}`,
    advice:
      "They were deleted outside of Pulumi: run `pulumi refresh` and then `pulumi up`, which creates new ones.",
  }),
  nothingToAdopt: defineError<Named>({
    code: "notification-settings-nothing-to-adopt",
    message: ({ notificationSettingsId: id, resellerId }) =>
      `there are no notification settings ${id} of reseller ${resellerId}`,
    advice: "Check resellerId and notificationSettingsId; omit notificationSettingsId to create settings.",
  }),
  cannotCreate: defineError<{ resellerId: Id; summary: string }>({
    code: "notification-settings-creation-unsupported",
    message: ({ resellerId, summary }) =>
      `this deployment of the platform cannot create notification settings, or there is no reseller ${resellerId} (${summary})`,
    advice:
      "Create them by other means and declare their id as notificationSettingsId: they are then adopted.",
  }),
  /**
   * The settings cannot be read, and the answer is not the one that the interface documents for settings that do not exist.
   *
   * @example DELETE /iam/reselling/resellers/… was answered 404: …
   */
  notDeleted: {
    code: "notification-settings-not-deleted",
    advice:
      "The platform does not confirm that the settings are gone. Run again; if it stays and there are no such settings, remove the resource from the state with `pulumi state delete`.",
  } satisfies RequestErrorDefinition,
  notListed: defineError<{ email: string | undefined }>({
    code: "notification-settings-not-listed",
    message: ({ email }) =>
      `the platform has accepted notification settings for ${email}, but does not list them, so their id is not known`,
    advice: "Run `pulumi up` again, which continues with them once they are listed.",
  }),
  idNotReported: defineError<{ email: string | undefined }>({
    code: "notification-settings-id-unknown",
    message: ({ email }) =>
      `the platform has accepted notification settings for ${email}, but does not report their id`,
    advice: "Find the id and declare it as notificationSettingsId: they are then adopted.",
  }),
  cannotList: defineError({
    code: "notification-settings-list-unsupported",
    message: () =>
      "this deployment of the platform cannot list notification settings, so duplicates are not detected",
  }),
  cannotChange: defineError({
    code: "notification-settings-change-unsupported",
    message: () =>
      "this deployment of the platform cannot read or change notification settings: adopted ones are assumed to match the inputs, and only their deletion is sent",
  }),
};
