import { defineError } from "./define-error";

/** Errors of function calls. */
export const FUNCTIONS = {
  argument: defineError<{ name: string; argument: string; reason: string }>({
    message: ({ name, argument, reason }) => `${name}: ${argument} ${reason}`,
    cause: "An argument is invalid; no request was sent. Every problem is reported, one per line.",
    remedy: "Correct the argument as the message says.",
  }),
  unknownSettings: defineError<{ name: string }>({
    message: ({ name }) =>
      `${name}: the settings of its provider are not known in this preview. A function whose name ends in Output waits for them, and its result is unknown in this preview.`,
    cause: "The plain form of a function cannot wait for the key or the address of its `Provider`.",
    remedy: "Use the form whose name ends in `Output`.",
  }),
  foreignProvider: defineError({
    message: () => "the provider of a function must be an instance of cloudplatform.Provider",
    cause: "`provider` is a provider of another package.",
    remedy: "Create a `cloudplatform.Provider`.",
  }),
};
