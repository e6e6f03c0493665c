import type * as pulumi from "@pulumi/pulumi";
import { isOfType, outputNames, PlatformResource, typeToken } from "../../doors/dynamic/program/resource";
import type { EntryName, GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../platform/api/quota-names";

/** The limit and the usage of one quota. */
export interface QuotaEntry {
  /** The limit. */
  limit: number;
  /** The usage. */
  usage: number;
}

/** The limit and the usage of each quota of the account. */
export type GlobalQuotas = { [Name in EntryName<keyof typeof GLOBAL_LIMITS>]?: QuotaEntry };

/** The limit and the usage of each quota of a region. */
export type RegionalQuotas = {
  /** Number of the region: an integer, 1 or more. */
  regionId: number;
  /** Name of the region. */
  regionName?: string;
} & {
  [Name in EntryName<keyof typeof REGIONAL_LIMITS>]?: QuotaEntry;
};

/** The last warning that the platform sent to the client. */
export interface QuotaMessage {
  /** An entry `{ limit, usage }` for each quota of the account. */
  globalQuotas: GlobalQuotas;
  /** One object for each region: `regionId`, `regionName`, and an entry `{ limit, usage }` for each quota of the region. */
  regionalQuotas: RegionalQuotas[];
}

/** A value in which each part may be an Output. */
type Inputs<T> = T extends object ? { [Name in keyof T]: pulumi.Input<Inputs<T[Name]>> } : T;

/** The content of a warning, whole or in part. */
export type QuotaMessageArgs = Inputs<Partial<QuotaMessage>>;

/** The inputs of a `QuotaNotificationThreshold`. */
export interface QuotaNotificationThresholdArgs {
  /** Number of the client: an integer, 1 or more. A client has one threshold. A change replaces the resource. */
  clientId: pulumi.Input<number>;
  /**
   * Percentage of a quota's usage at which the platform sends a warning by e-mail: an integer from 60 to 100.
   *
   * @default `80`
   */
  threshold?: pulumi.Input<number | undefined> | undefined;
  /**
   * The platform's record of its last warning, in the form of the output `lastMessage`. Most programs do not need it.
   * It is sent when you set or change it. What the platform writes there later is not a difference.
   *
   * @default not sent
   */
  lastMessage?: pulumi.Input<QuotaMessageArgs | null | undefined> | undefined;
  /**
   * Time of the last e-mail: any text, such as `2026-01-31T12:00:00Z`. It is sent when you set or change it. What the
   * platform writes there later is not a difference.
   *
   * @default not sent
   */
  lastSending?: pulumi.Input<string | null | undefined> | undefined;
}

/**
 * The percentage of quota usage at which the platform sends a client a warning by e-mail. A client has at most one
 * threshold. Creating the resource sets the threshold, or creates it; deleting the resource deletes it, or sets it
 * back to 80, the default.
 *
 * Errors in `pulumi preview`: a threshold that is not an integer from 60 to 100, or two resources for the same client.
 * Errors in `pulumi up`: 404 if the client does not exist, 403 if the key has no rights for the client.
 *
 * Operations:
 * - `PUT /cloud/v2/client_quotas/{client_id}/notification_threshold`: sets the threshold, or creates it.
 *
 * Operations that a deployment may lack:
 * - `GET /cloud/v2/client_quotas/{client_id}/notification_threshold`: reads the threshold. Without it `refresh` cannot
 *   find drift.
 * - `DELETE /cloud/v2/client_quotas/{client_id}/notification_threshold`: sets the threshold back to the default.
 *   Without it the resource sets 80.
 *
 * @example Send warnings early
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
 * ```
 *
 * @example Export the time of the last warning
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const warning = new cloudplatform.QuotaNotificationThreshold("warning", { clientId: 42, threshold: 90 });
 * export const lastWarning = warning.lastSending.apply((time) => time ?? "never");
 * ```
 */
export class QuotaNotificationThreshold extends PlatformResource<QuotaNotificationThresholdArgs> {
  /** The type of the resources of this class in programs in TypeScript. */
  static override readonly type = typeToken("QuotaNotificationThreshold");

  /** The names of the outputs. */
  static override readonly __outputs: readonly string[] = outputNames<QuotaNotificationThreshold>({
    clientId: true,
    threshold: true,
    lastMessage: true,
    lastSending: true,
  });

  /** Whether a value is an instance of this class. */
  static override readonly isInstance = isOfType<QuotaNotificationThreshold>(QuotaNotificationThreshold.type);

  /**
   * Reads the threshold of a client at the platform. The stack does not manage the object: destroying the stack leaves it unchanged.
   *
   * @param name The name of the resource in the program.
   * @param id The number of the client, such as `"42"`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): QuotaNotificationThreshold {
    return new QuotaNotificationThreshold(name, {} as QuotaNotificationThresholdArgs, { ...opts, id });
  }

  /** Number of the client. */
  declare readonly clientId: pulumi.Output<number>;
  /** The threshold in percent. */
  declare readonly threshold: pulumi.Output<number>;
  /** Content of the last warning; `null` before the first warning. */
  declare readonly lastMessage: pulumi.Output<QuotaMessage | null>;
  /** Time of the last e-mail, in the platform's notation; `null` before the first e-mail. */
  declare readonly lastSending: pulumi.Output<string | null>;

  constructor(name: string, args: QuotaNotificationThresholdArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
    this.lastMessage = this.whole(
      this.lastMessage,
      (message) => !message || (message.globalQuotas !== undefined && message.regionalQuotas !== undefined),
    );
  }
}
