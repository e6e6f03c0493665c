import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { ForceRetryCertificateArgs, ForceRetryCertificateResult } from "./types";

export type ForceRetryCertificateOutputArgs = InputsOf<ForceRetryCertificateArgs>;

const retry = new PlatformFunction<ForceRetryCertificateArgs, ForceRetryCertificateResult>(
  "forceRetryCertificate",
  () => require("./handler") as typeof import("./handler"),
  ["outcome", "message"],
);

/**
 * Makes the platform try again to issue a certificate of its automated authority, after a failed attempt.
 *
 * Does nothing in previews, where its outcome is unknown. Starts a retry in **every** other run of the program: also in
 * `up` without changes, and in `refresh` and `destroy` with `--run-program`. To start a retry only after a change, use
 * the resource `CertificateForceRetry`; this function is for scripts.
 *
 * If an attempt is in progress, or the certificate has been issued already, this is a result and not an error.
 * Errors (`PlatformError`): the certificate is not attached to a CDN resource, or is not issued automatically (both
 * 400), or its allowance of force retries is used up (429, never retried automatically).
 *
 * Operation: `POST /cdn/sslData/{cert_id}/force-retry`.
 *
 * @example In a script, with `CLOUDPLATFORM_API_KEY` and `CLOUDPLATFORM_BASE_URL` set
 * ```ts
 * import { forceRetryCertificate } from "pulumi-cloudplatform";
 *
 * const { outcome, message } = await forceRetryCertificate({ certId: 321 });
 * console.log(outcome, message);
 * ```
 */
export function forceRetryCertificate(
  args: ForceRetryCertificateArgs,
  opts?: pulumi.InvokeOptions,
): Promise<ForceRetryCertificateResult> {
  return retry.invoke(args, opts);
}

/**
 * The same on Outputs: waits for its arguments and for `dependsOn`.
 *
 * @example After the resource that uses the certificate is created
 * ```ts
 * const { outcome } = cloudplatform.forceRetryCertificateOutput({ certId: 321 }, { dependsOn: [website] });
 * ```
 */
export function forceRetryCertificateOutput(
  args: ForceRetryCertificateOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<ForceRetryCertificateResult> {
  return retry.output(args, opts);
}
