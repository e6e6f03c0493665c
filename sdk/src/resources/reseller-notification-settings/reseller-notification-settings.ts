import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../program/resource";

export interface ResellerNotificationSettingsArgs {
  /** Number of the reseller, 1 or more: a number, or a text of digits where a number would be rounded. A change replaces. */
  resellerId: pulumi.Input<number | string>;
  /**
   * Number of settings that exist, written like `resellerId`: they are adopted, and only what is declared here is
   * changed. Left out, settings are created. A change replaces.
   */
  notificationSettingsId?: pulumi.Input<number | string | undefined> | undefined;
  /** Address that gets the notifications, 254 characters at most. Required where settings are created. A change updates. */
  email?: pulumi.Input<string | undefined> | undefined;
  /** What is notified of. Required where settings are created. A change updates. */
  notificationType?: pulumi.Input<"deletion_request" | "failed_login" | undefined> | undefined;
  /** Whether notifications are sent. Left out, it is as the platform has it, which is `true` for new settings. A change updates. */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
}

/**
 * One kind of notification that a reseller gets at one e-mail address. Settings of the same address and kind that are
 * there already are taken, so that nothing is sent twice. Deleting the resource deletes them, adopted ones as well.
 *
 * It takes the key of a reseller: give it a `Provider` of its own where the stack's key is another one.
 *
 * Errors: in the preview an address that is none, another `notificationType`, a missing `email` or `notificationType`
 * without `notificationSettingsId`, two resources for the same address and kind; later settings that do not exist, and
 * 401 or 403 for a key that may not do this.
 *
 * Operations: `DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`; where the
 * deployment has them, `GET` and `PUT` on the same path, and `GET` and `POST` on the path above it. Without those,
 * settings can be adopted and deleted, and nothing of them is read or changed.
 *
 * @example Failed logins to the people on call
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const logins = new cloudplatform.ResellerNotificationSettings("logins", {
 *   resellerId: 8,
 *   email: "oncall@example.com",
 *   notificationType: "failed_login",
 * });
 * export const settingsId = logins.notificationSettingsId;
 * ```
 *
 * @example Adopt settings that exist, and turn them off
 * ```ts
 * const config = new pulumi.Config();
 * const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
 * new cloudplatform.ResellerNotificationSettings(
 *   "deletions",
 *   { resellerId: 8, notificationSettingsId: 31, enabled: false },
 *   { provider: reseller },
 * );
 * ```
 */
export class ResellerNotificationSettings extends PlatformResource {
  /** As it is declared. */
  declare readonly resellerId: pulumi.Output<number | string>;
  /** Number of the settings; a text where it is too long for a number. */
  declare readonly notificationSettingsId: pulumi.Output<number | string>;
  /** Undefined where the deployment cannot tell and it is not declared; so are the others. */
  declare readonly email: pulumi.Output<string | undefined>;
  declare readonly notificationType: pulumi.Output<string | undefined>;
  declare readonly enabled: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: ResellerNotificationSettingsArgs, opts?: pulumi.CustomResourceOptions) {
    const outputs = ["notificationSettingsId", "email", "notificationType", "enabled"];
    super("ResellerNotificationSettings", name, args, outputs, opts);
  }
}
