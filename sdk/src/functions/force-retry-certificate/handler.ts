import { CertificatesApi } from "../../api/certificates";
import type { FunctionHandler } from "../../contract/function";
import { id, record } from "../../validation/schemas";
import type { ForceRetryCertificateArgs, ForceRetryCertificateResult } from "./types";

export const handler: FunctionHandler<ForceRetryCertificateArgs, ForceRetryCertificateResult> = {
  args: record("an object", { certId: id("certificate") }),
  call: async ({ certId }, platform) => ({
    certId,
    ...(await platform.area(CertificatesApi).forceRetry(certId)),
  }),
};
