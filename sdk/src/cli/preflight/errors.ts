import { defineError } from "../../errors/definition";

/** Errors of `pulumi-cloudplatform preflight` itself. */
export const PREFLIGHT = {
  /** The file of `--preview` has another content, was cut off, or is of another version of the Pulumi CLI. */
  notAPreview: defineError<{ source: string; problem: string }>({
    code: "preview-not-readable",
    message: ({ source, problem }) => `${source} is not the output of \`pulumi preview --json\`: ${problem}`,
    advice:
      "Write it with `pulumi preview --json --show-sames > FILE`, or omit --preview. If the file is complete, a version of Pulumi wrote it that this package does not know: install a newer version of the package.",
  }),
  /** The file of `--preview` is of another project than that of this folder, or of another stack than `--stack` names. */
  otherPreview: defineError<{ source: string; found: string; expected: string }>({
    code: "preview-of-another-stack",
    message: ({ source, found, expected }) => `${source} is a preview of ${found}, not of ${expected}`,
    advice:
      "Run the command in the folder of that project, with the stack of the preview or without --stack.",
  }),
  /** The program or a resource has an error that `pulumi preview` reports. `up` would stop there as well. */
  previewFailed: defineError<{ reason: string }>({
    code: "preview-failed",
    message: ({ reason }) => `the preview failed: ${reason}`,
    advice: "Correct the problem that Pulumi names, and run again.",
  }),
};
