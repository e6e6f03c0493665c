import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";

/** The arguments of `forceRetryCertificate`. */
export interface ForceRetryCertificateArgs {
  /** Number of the certificate: an integer, 1 or more. */
  certId: number;
}

/** The result of `forceRetryCertificate`. */
export interface ForceRetryCertificateResult {
  /** Number of the certificate, as you set it. */
  certId: number;
  /**
   * `started`: the platform has started a new attempt. `inProgress`: an attempt is in progress already. `completed`: the
   * certificate has been issued already. Unknown in a preview.
   */
  outcome: "started" | "inProgress" | "completed";
  /** The platform's message. Unknown in a preview. */
  message: string;
}

/** The arguments of `forceRetryCertificateOutput`. */
export type ForceRetryCertificateOutputArgs = InputsOf<ForceRetryCertificateArgs>;

const retry = new PlatformFunction(
  "forceRetryCertificate",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * Starts another attempt to issue a certificate of the platform's automated certificate authority, after a failed
 * attempt.
 *
 * Sends no request in previews, where the outcome is unknown. Starts a retry in **every** other run of the program:
 * also in `pulumi up` without changes, and in `pulumi refresh` and `pulumi destroy` with `--run-program`. Use this
 * function in scripts. To start a retry only after a change, use the resource `CertificateForceRetry`.
 *
 * If an attempt is in progress, or the certificate has been issued already, this is a result and not an error.
 *
 * Errors: `InvalidArguments` for an invalid `certId`. `PlatformError` if the certificate is not attached to a CDN
 * resource or is not issued automatically (both 400), or if its allowance of force retries is used up (429, which is
 * never retried automatically).
 *
 * Operations:
 * - `POST /cdn/sslData/{cert_id}/force-retry`: starts the attempt.
 *
 * @example In a script, with CLOUDPLATFORM_API_KEY and CLOUDPLATFORM_BASE_URL set
 * ```ts
 * import { forceRetryCertificate } from "pulumi-cloudplatform";
 *
 * const { outcome, message } = await forceRetryCertificate({ certId: 321 });
 * console.log(outcome, message);
 * ```
 */
export const forceRetryCertificate = retry.invoke;

/**
 * Like `forceRetryCertificate`, with Outputs: waits for its arguments and for `dependsOn`. The result is secret if
 * `certId` is secret.
 *
 * @example After the resource that the retry depends on
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const router = new cloudplatform.Router("edge", { projectId: 1234, regionId: 76 });
 * const retry = cloudplatform.forceRetryCertificateOutput({ certId: 321 }, { dependsOn: router });
 * export const outcome = retry.outcome;
 * ```
 */
export const forceRetryCertificateOutput = retry.output;
