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
 * Has the platform try once more to issue a certificate of its automated authority, after an attempt that failed.
 *
 * It acts, so it is never fired in a preview, where its outcome is unknown. It is fired by **every** other run of the
 * program: `up` without changes, and `refresh` and `destroy` with `--run-program`. To fire it only when something
 * has changed, use the resource `CertificateForceRetry`; this function is for scripts.
 *
 * That an attempt is in progress, or that the certificate has been issued already, are results and no errors.
 * Errors (`PlatformError`): the certificate is attached to no CDN resource, it is not one that is issued automatically
 * (both 400), or its allowance of force retries is spent (429, never repeated by itself).
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
 * @example Once the resource that uses the certificate is there
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
