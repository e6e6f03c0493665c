import { defineError } from "./definition";

/** Errors of function calls. */
export const FUNCTIONS = {
  unknownSettings: defineError<{ name: string }>({
    code: "provider-settings-unknown",
    message: ({ name }) => `${name}: the settings of its provider are not known in this preview`,
    advice: "A function whose name ends in Output waits for them, and its result is unknown in this preview.",
    cause: "The plain form of a function cannot wait for the key or the address of its `Provider`.",
    remedy: "Use the form whose name ends in `Output`.",
  }),
  foreignProvider: defineError({
    code: "foreign-provider",
    message: () => "the provider of a function must be an instance of cloudplatform.Provider",
    cause: "`provider` is a provider of another package.",
    remedy: "Create a `cloudplatform.Provider`.",
  }),
};
