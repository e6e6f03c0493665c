import { defineError } from "./define-error";

/** What is wrong with what is declared, said in the preview under the property's name, before anything is sent. */
export const INPUTS = {
  unknown: defineError<{ thing: string }>({
    message: ({ thing }) => `is not a property of this ${thing}; check its spelling`,
    cause: "Names are written as in the documentation, in camelCase.",
    remedy: "Check the spelling on the page of the resource or function.",
  }),
  duplicate: defineError<{ other: string; reason: string }>({
    message: ({ other, reason }) => `is the same as in another resource of this stack, ${other}: ${reason}`,
    cause:
      "Two resources of one stack are the same object at the platform, and would undo each other's work at every run.",
    remedy: "Keep one of them, or tell them apart as the sentence says.",
  }),
  timeout: defineError({
    message: () => 'must be a duration, such as "10m" or "90s"',
    cause: "`customTimeouts` are durations as Pulumi writes them.",
    remedy: "Write it like that.",
  }),
};
