import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../program/resource";
import type { GlobalLimits, RegionalLimits } from "./limits";

/** The limits that are asked for; at least one. */
export interface RequestedLimits {
  /** Limits of the whole account. */
  globalLimits?: pulumi.Input<GlobalLimits | undefined> | undefined;
  /** Limits of regions, one item a region. */
  regionalLimits?: pulumi.Input<pulumi.Input<RegionalLimits>[] | undefined> | undefined;
}

export interface QuotaLimitRequestArgs {
  /** Why the limits are needed, for the person who decides: 1 to 1000 characters. A change replaces the request. */
  description: pulumi.Input<string>;
  /** The limits that are asked for. A change replaces the request. */
  requestedLimits: pulumi.Input<RequestedLimits>;
  /**
   * Whether to wait until the request is decided; a rejection is then an error. Default `false`: `pulumi refresh`
   * follows the status. People decide, so set `customTimeouts.create` to hours or days. A change replaces nothing.
   */
  waitForDecision?: pulumi.Input<boolean | undefined> | undefined;
}

/**
 * A request for other quota limits. A person at the platform decides it, and approval applies the limits. There is no
 * changing of a request: another description or other limits make a new one, and the old one is withdrawn.
 *
 * An open request that says the same is taken instead of a second one being sent, also after a run that broke off.
 * Deleting the resource withdraws the request; limits that were granted stay granted.
 *
 * Errors: in the preview a missing or too long description, a limit that is no whole number of 0 or more, a region
 * that is there twice, a request for nothing, two resources that ask for the same. Later: more than ten open
 * requests, which the platform refuses (400), and with `waitForDecision` a rejection, after which the request stays.
 *
 * Operations: `POST /cloud/v2/limits_request`; where the deployment has them, `GET` on the same path, and `GET` and
 * `DELETE` on `/cloud/v2/limits_request/{request_id}`. Without the list the request is sent, and neither its id nor
 * its status are known.
 *
 * @example More vCPUs and memory in one region
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const more = new cloudplatform.QuotaLimitRequest("more", {
 *   description: "Load test in March",
 *   requestedLimits: { regionalLimits: [{ regionId: 76, cpuCountLimit: 200, ramLimit: 512 * 1024 }] },
 * });
 * export const status = more.status;
 * ```
 *
 * @example Wait for the decision, for two days at most
 * ```ts
 * const granted = new cloudplatform.QuotaLimitRequest(
 *   "projects",
 *   {
 *     description: "A project for each team",
 *     requestedLimits: { globalLimits: { projectCountLimit: 40 } },
 *     waitForDecision: true,
 *   },
 *   { customTimeouts: { create: "48h", update: "48h" } },
 * );
 * ```
 */
export class QuotaLimitRequest extends PlatformResource {
  declare readonly description: pulumi.Output<string>;
  declare readonly requestedLimits: pulumi.Output<pulumi.Unwrap<RequestedLimits>>;
  declare readonly waitForDecision: pulumi.Output<boolean | undefined>;
  /** Number of the request; a text where it is too long for a number; undefined where the deployment cannot tell. */
  declare readonly requestId: pulumi.Output<number | string | undefined>;
  /** The platform's word: `in progress`, `done`, `rejected`; undefined where the deployment cannot tell. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Time of the request, as the platform writes it; undefined where the deployment cannot tell. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Time of the last change of it, such as the decision; undefined while there was none. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  constructor(name: string, args: QuotaLimitRequestArgs, opts?: pulumi.CustomResourceOptions) {
    super("QuotaLimitRequest", name, args, OUTPUTS, opts);
  }
}

const OUTPUTS = ["waitForDecision", "requestId", "status", "createdAt", "updatedAt"] as const;
