import { entry } from "./entry";

/** What can go wrong with calling a function. */
export const FUNCTIONS = {
  argument: entry<{ name: string; argument: string; reason: string }>({
    says: ({ name, argument, reason }) => `${name}: ${argument} ${reason}`,
    why: "An argument is not usable; nothing was sent. All that is wrong is told, a line each.",
    remedy: "What the sentence says.",
  }),
  unknownSettings: entry<{ name: string }>({
    says: ({ name }) =>
      `${name}: the settings of its provider are not known in this preview. A function whose name ends in Output waits for them, and its result is unknown in this preview.`,
    why: "The plain form of a function cannot wait for the key or the address of its `Provider`.",
    remedy: "Use the form whose name ends in `Output`.",
  }),
  foreignProvider: entry({
    says: () => "the provider of a function must be an instance of cloudplatform.Provider",
    why: "`provider` is that of another package.",
    remedy: "Make a `cloudplatform.Provider`.",
  }),
};
