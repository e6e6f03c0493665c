import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../program/resource";

export interface CertificateForceRetryArgs {
  /** Number of the certificate, 1 or more. A change replaces, which fires once more. */
  certId: pulumi.Input<number>;
  /** A list or an object of any values: whenever one of them changes, the retry is fired once more. */
  triggers?: pulumi.Input<object | undefined> | undefined;
}

/**
 * Has the platform try once more to issue a certificate of its automated authority, after an attempt that failed. It
 * is fired when the resource is created and when a trigger changes; `preview`, `refresh` and `destroy` fire nothing.
 *
 * That an attempt is in progress, or that the certificate has been issued already, are outcomes and no errors.
 * Errors: the certificate is attached to no CDN resource, it is not one that is issued automatically, or its allowance
 * of force retries is spent (429, which is never repeated by itself).
 *
 * Operation: `POST /cdn/sslData/{cert_id}/force-retry`.
 *
 * @example Once more whenever the domain's records have changed
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const retry = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: [dnsRecord.id] });
 * export const outcome = retry.outcome;
 * ```
 *
 * @example By hand: change the date and run `pulumi up`
 * ```ts
 * new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { asked: "2026-11-21" } });
 * ```
 */
export class CertificateForceRetry extends PlatformResource {
  declare readonly certId: pulumi.Output<number>;
  declare readonly triggers: pulumi.Output<unknown>;
  /** `started`, or why there was nothing to start: `inProgress`, `completed`. */
  declare readonly outcome: pulumi.Output<"started" | "inProgress" | "completed">;
  /** What the platform said of it. */
  declare readonly message: pulumi.Output<string>;

  constructor(name: string, args: CertificateForceRetryArgs, opts?: pulumi.CustomResourceOptions) {
    super("CertificateForceRetry", name, args, ["triggers", "outcome", "message"], opts);
  }
}
