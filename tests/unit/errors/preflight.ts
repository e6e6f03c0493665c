import { PREFLIGHT } from "../../../sdk/src/cli/preflight/errors";
import { parsePreview, requireSameStack } from "../../../sdk/src/cli/preflight/preview";
import { provocations, thrownBy } from "../../support/provocations";

const diagnostics = [{ severity: "error", message: "Running program failed" }];

export const PROVOCATIONS = provocations(PREFLIGHT, {
  notAPreview: () => thrownBy(() => parsePreview("{}", "plan.json")),
  otherPreview: () => {
    const preview = parsePreview(
      JSON.stringify({ steps: [{ op: "same", urn: "urn:pulumi:dev::demo::a:b:C::c" }] }),
      "plan.json",
    );
    return thrownBy(() => requireSameStack(preview, "plan.json", { project: undefined, stack: "prod" }));
  },
  previewFailed: () => thrownBy(() => parsePreview(JSON.stringify({ diagnostics }), "plan.json")),
});
