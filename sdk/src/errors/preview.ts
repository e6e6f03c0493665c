import { defineError } from "./definition";

/** Warnings of previews, which ask the platform what `up` would meet. */
export const PREVIEW = {
  accountFails: defineError<{ failure: string }>({
    code: "preview-account-fails",
    message: ({ failure }) => `\`up\` would fail: ${failure}`,
  }),
  notAsked: defineError<{ reason: string }>({
    code: "preview-not-asked",
    message: ({ reason }) => `this preview does not ask the platform any more: ${reason}`,
    advice:
      "The steps are complete, but what `up` would meet is not shown. Run the preview again, or set cloudplatform:previewReads to false where the platform cannot be reached.",
  }),
  timedOut: defineError<{ longest: string }>({
    code: "preview-timed-out",
    message: ({ longest }) => `this preview has asked the platform for ${longest}, and asks no more`,
    advice: "`npx pulumi-cloudplatform preflight` asks about all resources.",
  }),
};
