import { z } from "zod";
import { id } from "../../util/schemas";
import type { FunctionHandler } from "../handler";
import type { ForceRetryCertificateArgs, ForceRetryCertificateResult } from "./force-retry-certificate";

export const handler: FunctionHandler<ForceRetryCertificateArgs, ForceRetryCertificateResult> = {
  args: z.strictObject({ certId: id("certificate") }),
  call: async ({ certId }, platform) => ({ certId, ...(await platform.certificates.forceRetry(certId)) }),
};
