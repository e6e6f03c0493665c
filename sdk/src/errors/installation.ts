import { defineError } from "./define-error";

/** What is wrong with where the package is installed, said before anything else of it is loaded. */
export const INSTALLATION = {
  oldNode: defineError<{ lowest: string; found: string }>({
    message: ({ lowest, found }) =>
      `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node ${found}: install a newer Node`,
    cause: "The program, or a resource's code, runs on a Node that the package does not support.",
    remedy: "Install a newer Node, and see that `node` on the `PATH` of `pulumi` is that one.",
  }),
};
