import type * as pulumi from "@pulumi/pulumi";
import { isOfType, outputNames, PlatformResource, typeToken } from "../../doors/dynamic/program/resource";

/** The inputs of `ResellerNotificationSettings`: with the id of existing settings, or with an address and a type. */
export type ResellerNotificationSettingsArgs = ResellerNotificationSettingsProperties &
  (
    | { notificationSettingsId: pulumi.Input<number | string> }
    | { email: pulumi.Input<string>; notificationType: pulumi.Input<"deletion_request" | "failed_login"> }
  );

/** The properties of the inputs of `ResellerNotificationSettings`. */
export interface ResellerNotificationSettingsProperties {
  /**
   * Id of the reseller: a number or any text. Write a number above 9007199254740991 as a string of digits, because it
   * would be rounded. A change replaces the settings.
   */
  resellerId: pulumi.Input<number | string>;
  /**
   * Id of existing settings, in the same form as `resellerId`. The resource adopts them and changes only the inputs
   * that you set. If omitted, the resource creates settings. A change replaces the settings.
   */
  notificationSettingsId?: pulumi.Input<number | string | undefined> | undefined;
  /**
   * E-mail address that gets the notifications: up to 254 characters. Required without `notificationSettingsId`.
   *
   * @default unchanged
   */
  email?: pulumi.Input<string | undefined> | undefined;
  /**
   * The event that the platform sends notifications about. Required without `notificationSettingsId`.
   *
   * @default unchanged
   */
  notificationType?: pulumi.Input<"deletion_request" | "failed_login" | undefined> | undefined;
  /**
   * Whether the platform sends the notifications.
   *
   * @default unchanged; `true` for new settings
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * What the creation does if the reseller has settings for the same address and kind of notification: `fail` reports an
   * error and creates nothing; `adopt` makes them a part of this stack, which then deletes them. Only the creation uses
   * this input, and the state does not store it. Not allowed with `notificationSettingsId`.
   *
   * @default `"fail"`
   */
  ifExists?: pulumi.Input<"fail" | "adopt" | undefined> | undefined;
}

/**
 * The settings for one type of notification that a reseller gets at one e-mail address. The resource creates settings,
 * or adopts existing settings: those whose id you name, or those with the same address and type if you set `ifExists`.
 * Deleting the resource deletes the settings, also adopted ones.
 *
 * The resource needs the key of a reseller. If the stack uses another key, give the resource a `Provider` with such a
 * key. If you remove an input that you had set, its value is left unchanged. Outputs that the deployment cannot return
 * are undefined, unless you set the input of the same name.
 *
 * Errors in `pulumi preview`: an invalid id or e-mail address, an unknown `notificationType`, a missing `email` or
 * `notificationType` without `notificationSettingsId`, two resources for the same settings. Errors in `pulumi up`:
 * settings for the same address and type exist (see `ifExists`), the settings to adopt do not exist, 401 or 403 if the key is not valid for this reseller.
 *
 * Operations:
 * - `DELETE /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`: deletes the
 *   settings.
 *
 * Operations that a deployment may lack:
 * - `GET /iam/reselling/resellers/{resellerId}/notification_settings`: finds settings with the same address and type.
 * - `POST /iam/reselling/resellers/{resellerId}/notification_settings`: creates settings.
 * - `GET /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`: reads the settings.
 * - `PUT /iam/reselling/resellers/{resellerId}/notification_settings/{notificationSettingsId}`: changes the settings.
 *
 * @example Notify the people on call of failed logins
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
 * @example Adopt existing settings and disable them
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const config = new pulumi.Config(); // pulumi config set --secret resellerKey
 * const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
 * new cloudplatform.ResellerNotificationSettings(
 *   "deletions",
 *   { resellerId: 8, notificationSettingsId: 31, enabled: false },
 *   { provider: reseller },
 * );
 * ```
 */
export class ResellerNotificationSettings extends PlatformResource<ResellerNotificationSettingsArgs> {
  /** The type of the resources of this class in programs in TypeScript. */
  static override readonly type = typeToken("ResellerNotificationSettings");

  /** The names of the outputs. */
  static override readonly __outputs: readonly string[] = outputNames<ResellerNotificationSettings>({
    resellerId: true,
    notificationSettingsId: true,
    email: true,
    notificationType: true,
    enabled: true,
  });

  /** Whether a value is an instance of this class. */
  static override readonly isInstance = isOfType<ResellerNotificationSettings>(
    ResellerNotificationSettings.type,
  );

  /**
   * Reads notification settings at the platform. The stack does not manage the object: destroying the stack leaves it unchanged.
   *
   * @param name The name of the resource in the program.
   * @param id `<resellerId>/<notificationSettingsId>`, such as `"3/1"`. A `/` in a part is written as `%2F`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): ResellerNotificationSettings {
    return new ResellerNotificationSettings(name, {} as ResellerNotificationSettingsArgs, { ...opts, id });
  }

  /** Id of the reseller, as you set it. */
  declare readonly resellerId: pulumi.Output<number | string>;
  /** Id of the settings; a number above 9007199254740991 is a string of digits. */
  declare readonly notificationSettingsId: pulumi.Output<number | string>;
  /** E-mail address that gets the notifications. */
  declare readonly email: pulumi.Output<string | undefined>;
  /** The event that the platform sends notifications about. */
  declare readonly notificationType: pulumi.Output<string | undefined>;
  /** Whether the platform sends the notifications. */
  declare readonly enabled: pulumi.Output<boolean | undefined>;
}
