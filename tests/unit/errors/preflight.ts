import { PREFLIGHT } from "../../../sdk/src/cli/preflight/errors";
import { parsePreview } from "../../../sdk/src/cli/preflight/preview";
import { provocations, thrownBy } from "../../support/provocations";

const diagnostics = [{ severity: "error", message: "Running program failed" }];

export const PROVOCATIONS = provocations(PREFLIGHT, {
  notAPreview: () => thrownBy(() => parsePreview("{}")),
  previewFailed: () => thrownBy(() => parsePreview(JSON.stringify({ diagnostics }))),
});
