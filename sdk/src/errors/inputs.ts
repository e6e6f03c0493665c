import { defineError } from "./define-error";

/** Errors of inputs. They are reported in the preview under the property's name, before any request is sent. */
export const INPUTS = {
  unknown: defineError<{ thing: string }>({
    message: ({ thing }) => `is not a property of this ${thing}; check its spelling`,
    cause: "The resource or function has no property of this name. Names are in camelCase.",
    remedy: "Check the spelling on the page of the resource or function.",
  }),
  duplicate: defineError<{ other: string; reason: string }>({
    message: ({ other, reason }) => `is the same as in another resource of this stack, ${other}: ${reason}`,
    cause:
      "Two resources of one stack are the same object at the platform, and would overwrite each other's changes in every run.",
    remedy: "Keep one of them, or make them different as the message says.",
  }),
  timeout: defineError({
    message: () => 'must be a duration, such as "10m" or "90s"',
    cause: "`customTimeouts` are durations in Pulumi's notation.",
    remedy: "Set a valid duration.",
  }),
};
