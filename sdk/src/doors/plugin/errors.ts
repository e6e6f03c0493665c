import { defineError } from "../../errors/definition";
import { type CheckFailure, invalidInput } from "../../errors/inputs";

/** Errors of programs in other languages. */
export const PLUGIN = {
  /** The plugin runs on the SDK of TypeScript, also for programs in other languages. */
  noSdk: defineError<{ folder: string; project: string }>({
    code: "pulumi-sdk-not-installed",
    message: ({ folder, project }) =>
      `pulumi-cloudplatform needs the package @pulumi/pulumi, which is neither beside ${folder} nor in ${project}`,
    advice: "Run `npm install pulumi-cloudplatform @pulumi/pulumi` in the folder of the project.",
  }),
  replaces: defineError<{ type: string; id: string; names: string }>({
    code: "change-replaces",
    message: ({ type, id, names }) => `${type} ${id} cannot be changed in place: ${names}`,
    advice: "Nothing was changed. Delete the object and create another one.",
  }),
  /** A function that acts must not act in a preview, and older engines do not say whether they preview. */
  unknownPreview: defineError<{ name: string }>({
    code: "preview-not-known",
    message: ({ name }) =>
      `${name} was not called: this version of Pulumi does not say whether it runs a preview, in which nothing may be sent`,
    advice:
      "Use the Pulumi CLI 3.250.0 or newer, or the resource CertificateForceRetry, which every version can preview.",
  }),
  /** The program was written for another version of the package. */
  unknownToken: defineError<{ token: string }>({
    code: "unknown-type-token",
    message: ({ token }) =>
      `${token} is neither a resource nor a function of this version of pulumi-cloudplatform`,
    advice: "Correct the name, or install the version of the package that has it.",
  }),
};

/** In `pulumi do`, in place of advice that only a program and its stack can follow. */
export const WITHOUT_STATE =
  "Look at the object with `list` or `read`, and then run the command again. To wait longer, set --cloudplatform:task-timeout.";

/** No state keeps what a failed command of `pulumi do` leaves, so its error names it. */
export function objectExists(id: string): string {
  return `The object exists: ${id}. \`upsert\` with this id and the same inputs completes it.`;
}

/** The arguments of a function are invalid. */
export function invalidArguments(name: string, failures: readonly CheckFailure[]): Error {
  return new Error(invalidInput(name, failures));
}
