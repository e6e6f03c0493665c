import type * as pulumi from "@pulumi/pulumi";
import { isOfType, outputNames, PlatformResource, typeToken } from "../../doors/dynamic/program/resource";

/** The inputs of a `CertificateForceRetry`. */
export interface CertificateForceRetryArgs {
  /** Number of the certificate: an integer, 1 or more. A change replaces the resource. */
  certId: pulumi.Input<number>;
  /** Any values. If one of them changes, the resource starts another retry. A change replaces the resource. */
  triggers?: pulumi.Input<object | undefined> | undefined;
}

/**
 * Starts another attempt to issue a certificate of the platform's automated certificate authority, after a failed
 * attempt. The retry starts when the resource is created, and again whenever a trigger changes. `pulumi preview`,
 * `pulumi refresh` and `pulumi destroy` start no retry.
 *
 * If an attempt is in progress, or the certificate has been issued already, this is an outcome and not an error.
 *
 * Errors: the certificate is not attached to a CDN resource or is not issued automatically (both 400), or its allowance
 * of force retries is used up (429, which is never retried automatically).
 *
 * Operations:
 * - `POST /cdn/sslData/{cert_id}/force-retry`: starts the attempt.
 *
 * @example Start a retry whenever the DNS record of the domain changes
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const target = new pulumi.Config().require("dnsTarget");
 *
 * const retry = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: [target] });
 * export const outcome = retry.outcome;
 * ```
 *
 * @example Start a retry by hand: change the date and run pulumi up
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { date: "2026-11-21" } });
 * ```
 */
export class CertificateForceRetry extends PlatformResource<CertificateForceRetryArgs> {
  /** The type of the resources of this class in programs in TypeScript. */
  static override readonly type = typeToken("CertificateForceRetry");

  /** The names of the outputs. */
  static override readonly __outputs: readonly string[] = outputNames<CertificateForceRetry>({
    certId: true,
    triggers: true,
    outcome: true,
    message: true,
  });

  /** Whether a value is an instance of this class. */
  static override readonly isInstance = isOfType<CertificateForceRetry>(CertificateForceRetry.type);

  /** Number of the certificate. */
  declare readonly certId: pulumi.Output<number>;
  /** The values of the input. */
  declare readonly triggers: pulumi.Output<unknown>;
  /** `started`, or the reason why no attempt was started: `inProgress` or `completed`. */
  declare readonly outcome: pulumi.Output<"started" | "inProgress" | "completed">;
  /** The platform's message. */
  declare readonly message: pulumi.Output<string>;
}
