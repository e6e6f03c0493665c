import { defineError } from "./definition";

/** Errors of the environment, thrown before the rest of the package is loaded. */
export const INSTALLATION = {
  oldNode: defineError<{ lowest: string; found: string }>({
    code: "node-too-old",
    message: ({ lowest, found }) =>
      `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node ${found}`,
    advice: "Install a newer Node.",
    cause:
      "The program, or the provider process, runs on a version of Node that the package does not support.",
    remedy: "Check that the newer Node is the `node` on the `PATH` of `pulumi`.",
  }),
};
