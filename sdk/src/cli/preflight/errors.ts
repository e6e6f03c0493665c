import { defineError } from "../../errors/definition";

/** Errors of `pulumi-cloudplatform preflight` itself. */
export const PREFLIGHT = {
  notAPreview: defineError<{ problem: string }>({
    code: "preview-not-readable",
    message: ({ problem }) => `\`pulumi preview --json\` has printed something unexpected: ${problem}`,
    advice: "Install the current versions of this package and of the Pulumi CLI.",
  }),
  previewFailed: defineError<{ reason: string }>({
    code: "preview-failed",
    message: ({ reason }) => `the preview failed: ${reason}`,
    advice: "Correct the problem that Pulumi names, and run again.",
  }),
};
