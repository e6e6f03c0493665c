import { defineError } from "./define-error";

/** What can go wrong with calling a function. */
export const FUNCTIONS = {
  argument: defineError<{ name: string; argument: string; reason: string }>({
    message: ({ name, argument, reason }) => `${name}: ${argument} ${reason}`,
    cause: "An argument is not usable; nothing was sent. All that is wrong is told, a line each.",
    remedy: "What the sentence says.",
  }),
  unknownSettings: defineError<{ name: string }>({
    message: ({ name }) =>
      `${name}: the settings of its provider are not known in this preview. A function whose name ends in Output waits for them, and its result is unknown in this preview.`,
    cause: "The plain form of a function cannot wait for the key or the address of its `Provider`.",
    remedy: "Use the form whose name ends in `Output`.",
  }),
  foreignProvider: defineError({
    message: () => "the provider of a function must be an instance of cloudplatform.Provider",
    cause: "`provider` is that of another package.",
    remedy: "Make a `cloudplatform.Provider`.",
  }),
};
