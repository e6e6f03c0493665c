import type { FunctionMock } from "../../lifecycle/mock";
import type { ForceRetryCertificateArgs, ForceRetryCertificateResult } from "./types";

export const mock: FunctionMock<ForceRetryCertificateArgs, ForceRetryCertificateResult> = ({ certId }) => ({
  certId,
  outcome: "started",
  message: "The issuing process has been started.",
});
