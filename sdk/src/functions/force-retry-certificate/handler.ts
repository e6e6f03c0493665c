import { id, record } from "../../operation/inputs/schemas";
import { forceRetry } from "../../platform/api/certificates";
import type { FunctionHandler } from "../../pulumi/function-call";
import type { ForceRetryCertificateArgs, ForceRetryCertificateResult } from "./force-retry-certificate";

export const handler: FunctionHandler<ForceRetryCertificateArgs, ForceRetryCertificateResult> = {
  args: record("an object", { certId: id("certificate") }),
  outcomes: ["outcome", "message"],
  call: async ({ certId }, platform) => ({
    certId,
    ...(await forceRetry(platform, certId)),
  }),
};
