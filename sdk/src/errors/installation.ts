import { defineError } from "./definition";

/** Errors of the environment. */
export const INSTALLATION = {
  /**
   * The program, or the provider process, runs on a version of Node that the package does not support. The plugin says the same
   * if there is no Node at all.
   *
   * What to do: Check that the newer Node is the `node` on the `PATH` of `pulumi`.
   */
  oldNode: defineError<{ lowest: string; found: string }>({
    code: "node-too-old",
    message: ({ lowest, found }) =>
      `pulumi-cloudplatform needs Node ${lowest} or newer, and this is Node ${found}`,
    advice: "Install a newer Node.",
  }),
  /**
   * The program has loaded the package from elsewhere: from a bundle, or as a dependency of another package. The
   * provider process, which Pulumi starts in the folder of the program, cannot load the package from there.
   *
   * What to do: [doctor](troubleshooting.md#the-provider-process-cannot-load-the-package) describes each case.
   */
  notInstalled: defineError<{ folder: string }>({
    code: "package-not-installed",
    message: ({ folder }) =>
      `pulumi-cloudplatform is not installed in ${folder}, where the provider process of this program loads it`,
    advice: "Run `npm install pulumi-cloudplatform` in that folder, also if the program is a bundle.",
  }),
  /** A warning. This version of `@pulumi/pulumi` is newer than the package, and lacks something that the package uses. Printed once by a process. */
  changedSdk: defineError<{ lost: string; cause: string }>({
    code: "pulumi-sdk-changed",
    message: ({ lost, cause }) =>
      `this version of @pulumi/pulumi has changed what pulumi-cloudplatform uses of it, so this is missing: ${lost} (${cause})`,
    advice:
      "Update pulumi-cloudplatform, or install the version of @pulumi/pulumi with which it was tested last.",
  }),
};
