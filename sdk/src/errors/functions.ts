import { defineError } from "./definition";

/** Errors of function calls. */
export const FUNCTIONS = {
  /**
   * The plain form of a function cannot wait for the key or the address of its `Provider`.
   *
   * What to do: Use the form whose name ends in `Output`.
   */
  unknownSettings: defineError<{ name: string }>({
    code: "provider-settings-unknown",
    message: ({ name }) => `${name}: the settings of its provider are not known in this preview`,
    advice: "A function whose name ends in Output waits for them, and its result is unknown in this preview.",
  }),
  /**
   * `provider` is a provider of another package.
   *
   * What to do: Create a `cloudplatform.Provider`.
   */
  foreignProvider: defineError({
    code: "foreign-provider",
    message: () => "the provider of a function must be an instance of cloudplatform.Provider",
  }),
};
