import { defineError } from "../../errors/definition";

/** Results of `pulumi-cloudplatform doctor` that are not `ok`. */
export const DOCTOR = {
  noNode: defineError<{ reason: string }>({
    code: "node-not-found",
    message: ({ reason }) => `cannot be started: ${reason}`,
    advice: "Install Node, and check that it is on the PATH.",
  }),
  unsupported: defineError<{ found: string; range: string }>({
    code: "version-not-supported",
    message: ({ found, range }) => `${found} is not supported (supported: ${range})`,
    advice: "Install a supported version.",
  }),
  cannotImport: defineError<{ found: string; lowest: string }>({
    code: "cli-cannot-import",
    message: ({ found, lowest }) => `${found} is supported, but the command import needs ${lowest} or newer`,
    advice: "Install a newer version before an import.",
  }),
  noSdk: defineError<{ folder: string }>({
    code: "sdk-not-found",
    message: ({ folder }) => `is not installed in ${folder} or above it`,
    advice: "Run `npm install @pulumi/pulumi` in that folder.",
  }),
  noProvider: defineError<{ folder: string }>({
    code: "provider-module-not-found",
    message: ({ folder }) =>
      `cannot be resolved from ${folder}, the folder in which Pulumi starts the provider process, ` +
      `so every resource fails with "Cannot find module 'pulumi-cloudplatform/provider'"`,
    advice:
      "Install pulumi-cloudplatform in that folder as a direct dependency, also if the program is a bundle or another package uses it.",
  }),
  otherVersion: defineError<{ found: string; folder: string; own: string }>({
    code: "package-version-differs",
    message: ({ found, folder, own }) =>
      `the program uses version ${found} in ${folder}, and this command is version ${own}`,
    advice: "Run `npx pulumi-cloudplatform` in the folder of the program.",
  }),
  plainKey: defineError({
    code: "key-not-encrypted",
    message: () => "is in the stack's configuration in clear text",
    advice:
      "Set it again with `pulumi config set --secret cloudplatform:apiKey`. If others can read the file, replace the key.",
  }),
  keyRefused: defineError<{ baseUrl: string; reason: string }>({
    code: "key-refused",
    message: ({ baseUrl, reason }) => `${baseUrl} is the platform's API, but refuses the key: ${reason}`,
    advice: "Set a valid key of this deployment.",
  }),
  notTheApi: defineError<{ baseUrl: string; reason: string }>({
    code: "platform-not-found",
    message: ({ baseUrl, reason }) => `${baseUrl} does not answer as the platform's API: ${reason}`,
    advice: "Check the base URL and the network, and whether a proxy answers in place of the API.",
  }),
  operationMissing: defineError<{ name: string }>({
    code: "operation-missing",
    message: ({ name }) => `this deployment does not have ${name}`,
    advice: "The resource cannot be imported, and a refresh finds no drift.",
  }),
  operationRefused: defineError<{ name: string; status: number }>({
    code: "operation-refused",
    message: ({ name, status }) => `the key has no access to ${name} (${status})`,
    advice: "If the stack has this resource, give it a Provider with another key.",
  }),
  operationUnclear: defineError<{ name: string; reason: string }>({
    code: "operation-unclear",
    message: ({ name, reason }) => `${name} could not be checked: ${reason}`,
    advice: "Run the command again.",
  }),
};
