import { defineError } from "./define-error";

/** Errors of the environment, thrown before the rest of the package is loaded. */
export const INSTALLATION = {
  oldNode: defineError<{ lowest: string; found: string }>({
    message: ({ lowest, found }) =>
      `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node ${found}: install a newer Node`,
    cause:
      "The program, or the provider process, runs on a version of Node that the package does not support.",
    remedy: "Install a newer Node, and check that it is the `node` on the `PATH` of `pulumi`.",
  }),
};
