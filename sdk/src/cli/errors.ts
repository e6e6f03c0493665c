import { defineError } from "../errors/definition";
import { withArticle } from "../util/text";

const SEE_HELP = "Run the command with --help, which describes its arguments and options.";

/** Errors of the command `pulumi-cloudplatform`. */
export const COMMAND = {
  unknown: defineError<{ name: string; known: string }>({
    code: "unknown-command",
    message: ({ name }) => `there is no command ${name}`,
    advice: ({ known }) => `Use one of these: ${known}.`,
  }),
  invalidOption: defineError<{ problem: string }>({
    code: "invalid-option",
    message: ({ problem }) => `an option is invalid: ${problem}`,
    advice: SEE_HELP,
  }),
  arguments: defineError<{ name: string; expected: string }>({
    code: "wrong-arguments",
    message: ({ name, expected }) => `${name} expects ${expected}`,
    advice: SEE_HELP,
  }),
  noCli: defineError<{ reason: string }>({
    code: "cli-not-found",
    message: ({ reason }) => `the Pulumi CLI cannot be started: ${reason}`,
    advice: "Install the Pulumi CLI, and check that it is on the PATH.",
  }),
  oldCli: defineError<{ lowest: string; found: string }>({
    code: "cli-too-old",
    message: ({ lowest, found }) =>
      `the import needs the Pulumi CLI ${lowest} or newer, and this is ${found}`,
    advice: "Install a newer version of the Pulumi CLI.",
  }),
  cliFailed: defineError<{ command: string; reason: string }>({
    code: "cli-failed",
    message: ({ command, reason }) => `the command "${command}" failed: ${reason}`,
  }),
  /** The program is in another language than TypeScript or JavaScript, and `pulumi import` works for these. */
  otherLanguage: defineError<{ runtime: string }>({
    code: "import-in-other-language",
    message: ({ runtime }) =>
      `import prints programs in TypeScript, and this project has the runtime ${runtime}`,
    advice:
      "Use Pulumi's own command: `pulumi import cloudplatform:index:Router edge 1234/76/<id>`. It prints the program in the language of the project.",
  }),
  noProject: defineError({
    code: "no-project",
    message: () => "there is no Pulumi.yaml in this folder or above it",
    advice: "Run the command in the folder of your project.",
  }),
  noStack: defineError({
    code: "no-stack",
    message: () => "no stack is selected",
    advice: "Add --stack NAME, or run `pulumi stack select`.",
  }),
  unknownResource: defineError<{ type: string; known: string }>({
    code: "unknown-resource",
    message: ({ type }) => `there is no resource ${type} to import`,
    advice: ({ known }) => `Use one of these: ${known}.`,
  }),
  notImportable: defineError<{ type: string; known: string }>({
    code: "resource-not-importable",
    message: ({ type }) =>
      `${withArticle(type)} cannot be imported, because the platform has no operation that reads it`,
    advice: ({ known }) =>
      `Declare the resource in the program without an import. These resources can be imported: ${known}.`,
  }),
  invalidTarget: defineError<{ text: string }>({
    code: "invalid-target",
    message: ({ text }) => `"${text}" names no objects`,
    advice:
      "Write each as CLASS:ID, such as Router:1234/76 for all routers of a region, or as NAME=CLASS:ID with the name of the resource.",
  }),
  idRequired: defineError<{ type: string; one: string; all?: string }>({
    code: "id-required",
    message: ({ type, one, all }) =>
      all === undefined
        ? `the platform has no list of objects of the class ${type}, so each needs its id`
        : `${withArticle(type)} needs its id, ${one}, or the place of all such objects, ${all}`,
    advice: ({ type, one, all }) => `Add it: ${type}:${all ?? one}.`,
  }),
  noObjects: defineError({
    code: "nothing-to-import",
    message: () => "the platform has no such objects",
    advice: "Check the place, and whether the key belongs to the account.",
  }),
  undeclarable: defineError<{ type: string; id: string; problems: string }>({
    code: "object-not-declarable",
    message: ({ type, id, problems }) => `${type} ${id} cannot be declared as it is: ${problems}`,
    advice: "The object is not imported. Change the object at the platform first.",
  }),
  notAllImported: defineError<{ count: number }>({
    code: "not-all-imported",
    message: ({ count }) =>
      `${count} ${count === 1 ? "object or list" : "objects and lists"} could not be imported`,
    advice: "The messages above have the reasons. Correct them, and run the command again.",
  }),
  noParent: defineError<{ urn: string }>({
    code: "parent-not-found",
    message: ({ urn }) => `the state of the stack has no resource ${urn} that could be the parent`,
    advice: "`pulumi stack --show-urns` prints the URNs of all resources.",
  }),
  noProvider: defineError<{ name: string; known: string }>({
    code: "provider-not-found",
    message: ({ name, known }) => `the state of the stack has no Provider ${name}; ${known}`,
    advice: "Declare the Provider in the program and run `pulumi up`, then run this command again.",
  }),
  outFile: defineError<{ file: string; reason: string }>({
    code: "file-not-writable",
    message: ({ file, reason }) => `${file} cannot be written: ${reason}`,
    advice: "Run the command again with another file.",
  }),
  /**
   * Pulumi refused the import, you did not confirm it, or it was interrupted. The state has the objects that Pulumi
   * reported as imported.
   */
  importFailed: defineError({
    code: "import-failed",
    message: () => "the Pulumi CLI did not import all objects",
    advice:
      "Follow its messages above, and run the command again: it imports those that the state does not have. The printed program declares all.",
  }),
  unreadableFile: defineError<{ file: string; reason: string }>({
    code: "file-not-readable",
    message: ({ file, reason }) => `${file} cannot be read: ${reason}`,
    advice: "Check the name of the file, and whether you may read the file.",
  }),
};
