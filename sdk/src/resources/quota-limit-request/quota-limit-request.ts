import type * as pulumi from "@pulumi/pulumi";
import { isOfType, outputNames, PlatformResource, typeToken } from "../../doors/dynamic/program/resource";
import type { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../platform/api/quota-names";

/** A number for each of some limits, with the doc comments of the limits. */
type Limits<Names> = { -readonly [Name in keyof Names]?: pulumi.Input<number | undefined> | undefined };

/** Requested limits of the whole account: integers. A limit that you omit is left unchanged. */
export type GlobalLimits = Limits<typeof GLOBAL_LIMITS>;

/** Requested limits of one region, at least one: integers. A limit that you omit is left unchanged. */
export interface RegionalLimits extends Limits<typeof REGIONAL_LIMITS> {
  /** Number of the region: an integer, 1 or more. */
  regionId: pulumi.Input<number>;
}

/** Requested limits of the whole account. */
export type GlobalLimitsOutput = pulumi.Unwrap<GlobalLimits>;

/** Requested limits of one region. */
export type RegionalLimitsOutput = pulumi.Unwrap<RegionalLimits>;

/** The requested limits. At least one limit is required. */
export interface RequestedLimits {
  /** Limits of the whole account. */
  globalLimits?: pulumi.Input<GlobalLimits | undefined> | undefined;
  /** Limits of regions, in any order. Each region may be in the list once. */
  regionalLimits?: pulumi.Input<pulumi.Input<RegionalLimits>[] | undefined> | undefined;
}

/** The limits that a request asks for. */
export type RequestedLimitsOutput = pulumi.Unwrap<RequestedLimits>;

/** The inputs of a `QuotaLimitRequest`. */
export interface QuotaLimitRequestArgs {
  /** Reason for the request, for the person who decides. A change replaces the request. */
  description: pulumi.Input<string>;
  /** The requested limits, at least one. A limit that you omit is left unchanged. A change replaces the request. */
  requestedLimits: pulumi.Input<RequestedLimits>;
  /**
   * Whether to wait until the request is decided. A rejection is then an error. People decide, so also set
   * `customTimeouts.create` to hours or days.
   *
   * @default `false`
   */
  waitForDecision?: pulumi.Input<boolean | undefined> | undefined;
}

/**
 * A request for other quota limits, which a person at the platform approves or rejects. An approval applies the limits.
 * The platform has no operation to change a request: if you change the description or the limits, the resource sends a
 * new request and withdraws the old one.
 *
 * A decided request stays in the state as it was decided, also if other limits were granted or the platform no longer keeps it:
 * only a change of the inputs sends another one.
 *
 * If an open request already asks for the same, the resource uses that request, also after an interrupted run. If the key
 * reads requests of several clients, the resource always sends its own request. Deleting the resource withdraws the request;
 * granted limits stay granted.
 *
 * Errors in `pulumi preview`: a description that is missing, a limit that is not an integer, a
 * region that is in the list twice, a request without limits, two resources with the same request. Errors in `pulumi
 * up`: more than ten open requests (400), and a rejection with `waitForDecision`, after which the state keeps the
 * request.
 *
 * Operations:
 * - `POST /cloud/v2/limits_request`: creates the request.
 *
 * Operations that a deployment may lack:
 * - `GET /cloud/v2/limits_request`: finds the id of the request, and an open request that asks for the same. Without it
 *   the outputs `requestId`, `status`, `createdAt` and `updatedAt` are undefined.
 * - `GET /cloud/v2/limits_request/{request_id}`: reads the status.
 * - `DELETE /cloud/v2/limits_request/{request_id}`: withdraws the request.
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
 * @example Wait up to two days for the decision
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
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
export class QuotaLimitRequest extends PlatformResource<QuotaLimitRequestArgs> {
  /** The type of the resources of this class in programs in TypeScript. */
  static override readonly type = typeToken("QuotaLimitRequest");

  /** The names of the outputs. */
  static override readonly __outputs: readonly string[] = outputNames<QuotaLimitRequest>({
    description: true,
    requestedLimits: true,
    waitForDecision: true,
    requestId: true,
    status: true,
    grantedLimits: true,
    createdAt: true,
    updatedAt: true,
  });

  /** Whether a value is an instance of this class. */
  static override readonly isInstance = isOfType<QuotaLimitRequest>(QuotaLimitRequest.type);

  /**
   * Reads a request at the platform. The stack does not manage the object: destroying the stack leaves it unchanged.
   *
   * @param name The name of the resource in the program.
   * @param id The number of the request, such as `"1001"`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): QuotaLimitRequest {
    return new QuotaLimitRequest(name, {} as QuotaLimitRequestArgs, { ...opts, id });
  }

  /** Reason for the request. */
  declare readonly description: pulumi.Output<string>;
  /** The requested limits. */
  declare readonly requestedLimits: pulumi.Output<RequestedLimitsOutput>;
  /** Whether the resource has waited for the decision, as you set it. */
  declare readonly waitForDecision: pulumi.Output<boolean | undefined>;
  /** Number of the request; a string of digits above 9007199254740991. */
  declare readonly requestId: pulumi.Output<number | string | undefined>;
  /** Status in the platform's notation: `in progress`, `done` or `rejected`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** The limits of a decided request, if they differ from the requested ones; otherwise undefined. */
  declare readonly grantedLimits: pulumi.Output<RequestedLimitsOutput | undefined>;
  /** Time of the request, in the platform's notation. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Time of the last change, such as the decision; undefined before the first change. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;
}
