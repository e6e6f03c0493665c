import { defineError } from "../../errors/definition";

/** Warnings of notification thresholds. */
export const ERRORS = {
  resetToDefault: defineError<{ percentage: number | string }>({
    code: "quota-threshold-reset",
    message: ({ percentage }) =>
      `this deployment of the platform has no operation to delete a notification threshold: it is set back to ${percentage}, the default`,
  }),
};
