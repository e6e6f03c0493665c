import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../program/resource";
import type { QuotaMessage } from "./message";

/** A value, every part of which may come from a resource. */
type Inputs<T> = T extends object ? { [Name in keyof T]: pulumi.Input<Inputs<T[Name]>> } : T;

/** What a warning told. What is left out was not told. */
export type QuotaMessageArgs = Inputs<Partial<QuotaMessage>>;

export interface QuotaNotificationThresholdArgs {
  /** Number of the client, 1 or more. A client has one threshold. A change replaces. */
  clientId: pulumi.Input<number>;
  /** Percentage of a quota that is in use at which the client gets a warning by e-mail: a whole number from 60 to 100. */
  threshold: pulumi.Input<number>;
  /**
   * What the last warning told, or `null`: the platform's own record. Only for those who have to hand it over: it is
   * sent along with the threshold, and a change of it alone changes nothing.
   */
  lastMessage?: pulumi.Input<QuotaMessageArgs | null | undefined> | undefined;
  /** Time of the last e-mail that was sent, such as `2026-01-31T12:00:00Z`, or `null`. As `lastMessage`. */
  lastSending?: pulumi.Input<string | null | undefined> | undefined;
}

/**
 * The share of its quotas that a client may use before the platform warns it by e-mail. Every client has one, which
 * is 80 until it is set: creating this sets it, whatever it was, and deleting this sets it back to 80.
 *
 * Errors: a threshold below 60 or above 100, and a client that two resources of a stack name, fail in the preview;
 * a client that does not exist, or a key that may not see it, is what the platform says (403, 404).
 *
 * Operations: `PUT /cloud/v2/client_quotas/{client_id}/notification_threshold`; where the deployment has them, `GET`
 * and `DELETE` on the same path. Without `DELETE` the default is put in place; without `GET` drift cannot be seen.
 *
 * @example Warn early
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
 * ```
 *
 * @example When was the last warning?
 * ```ts
 * const warning = new cloudplatform.QuotaNotificationThreshold("warning", { clientId: 42, threshold: 90 });
 * export const lastWarning = warning.lastSending.apply((time) => time ?? "never");
 * ```
 */
export class QuotaNotificationThreshold extends PlatformResource {
  declare readonly clientId: pulumi.Output<number>;
  declare readonly threshold: pulumi.Output<number>;
  /** What the last warning told of the quotas; null when there was none. */
  declare readonly lastMessage: pulumi.Output<QuotaMessage | null>;
  /** Time of the last e-mail that was sent, as the platform writes it; null when there was none. */
  declare readonly lastSending: pulumi.Output<string | null>;

  constructor(name: string, args: QuotaNotificationThresholdArgs, opts?: pulumi.CustomResourceOptions) {
    super("QuotaNotificationThreshold", name, args, ["lastMessage", "lastSending"], opts);
    this.lastMessage = this.whole(
      this.lastMessage,
      (message) => !message || (message.globalQuotas !== undefined && message.regionalQuotas !== undefined),
    );
  }
}
