import { defineError } from "./definition";

/** Warnings of previews, which ask the platform what `up` would meet. */
export const PREVIEW = {
  /**
   * A warning. The platform refuses the key, or another server answers in its place, so `up` would fail. Printed once for each account.
   *
   * What to do: What the error says that follows.
   */
  accountFails: defineError<{ failure: string }>({
    code: "preview-account-fails",
    message: ({ failure }) => `\`up\` would fail: ${failure}`,
  }),
  /** A warning. The platform did not answer, so the preview shows only what Pulumi knows. Printed once for each account. */
  notAsked: defineError<{ reason: string }>({
    code: "preview-not-asked",
    message: ({ reason }) => `this preview does not ask the platform any more: ${reason}`,
    advice:
      "The steps are complete, but what `up` would meet is not shown. Run the preview again, or set cloudplatform:previewReads to false where the platform cannot be reached.",
  }),
  /** A warning. The platform answers slowly, so the preview shows what `up` would meet only for a part of the resources. */
  timedOut: defineError<{ longest: string }>({
    code: "preview-timed-out",
    message: ({ longest }) => `this preview has asked the platform for ${longest}, and asks no more`,
    advice: "`npx pulumi-cloudplatform preflight` asks about all resources.",
  }),
};
