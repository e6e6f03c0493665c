import { defineError } from "../errors/definition";

/** Errors of programs in other languages. */
export const PLUGIN = {
  /** The plugin runs on the SDK of TypeScript, also for programs in other languages. */
  noSdk: defineError<{ folder: string; project: string }>({
    code: "pulumi-sdk-not-installed",
    message: ({ folder, project }) =>
      `pulumi-cloudplatform needs the package @pulumi/pulumi, which is neither beside ${folder} nor in ${project}`,
    advice: "Run `npm install pulumi-cloudplatform @pulumi/pulumi` in the folder of the project.",
  }),
  /** The program was written for another version of the package. */
  unknownToken: defineError<{ token: string }>({
    code: "unknown-type-token",
    message: ({ token }) =>
      `${token} is neither a resource nor a function of this version of pulumi-cloudplatform`,
    advice: "Correct the name, or install the version of the package that has it.",
  }),
};
