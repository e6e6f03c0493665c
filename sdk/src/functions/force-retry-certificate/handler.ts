import { id, record } from "../../util/schemas";
import type { FunctionHandler } from "../handler";
import type { ForceRetryCertificateArgs, ForceRetryCertificateResult } from "./types";

export const handler: FunctionHandler<ForceRetryCertificateArgs, ForceRetryCertificateResult> = {
  args: record("an object", { certId: id("certificate") }),
  call: async ({ certId }, platform) => ({ certId, ...(await platform.certificates.forceRetry(certId)) }),
};
