import { defineError } from "../../errors/definition";

/** Results of `pulumi-cloudplatform doctor` that are not `ok`. */
export const DOCTOR = {
  noNode: defineError<{ reason: string }>({
    code: "node-not-found",
    message: ({ reason }) => `cannot be started: ${reason}`,
    advice: "Install Node, and check that it is on the PATH.",
    cause: "Pulumi starts the `node` of the `PATH`, and the `PATH` has no `node`.",
  }),
  unsupported: defineError<{ found: string; range: string }>({
    code: "version-not-supported",
    message: ({ found, range }) => `${found} is not supported (supported: ${range})`,
    advice: "Install a supported version.",
    cause: "This package does not support the version of Node, of the Pulumi CLI or of `@pulumi/pulumi`.",
  }),
  cannotImport: defineError<{ found: string; lowest: string }>({
    code: "cli-cannot-import",
    severity: "warning",
    message: ({ found, lowest }) => `${found} is supported, but the command import needs ${lowest} or newer`,
    advice: "Install a newer version before an import.",
    cause: "Older versions of `pulumi import` cannot import dynamic resources.",
  }),
  noSdk: defineError<{ folder: string }>({
    code: "sdk-not-found",
    message: ({ folder }) => `is not installed in ${folder} or above it`,
    advice: "Run `npm install @pulumi/pulumi` in that folder.",
    cause: "The program cannot load Pulumi's SDK.",
  }),
  noProvider: defineError<{ folder: string }>({
    code: "provider-module-not-found",
    message: ({ folder }) =>
      `cannot be resolved from ${folder}, the folder in which Pulumi starts the provider process, ` +
      `so every resource fails with "Cannot find module 'pulumi-cloudplatform/provider'"`,
    advice:
      "Install pulumi-cloudplatform in that folder as a direct dependency, also if the program is a bundle or another package uses it.",
    cause:
      "Pulumi starts the provider process in the folder of the program: the folder of `Pulumi.yaml`, or its `main`; with the Automation API " +
      "the work directory. The process loads the package from there, although the program may have loaded the package from elsewhere: a bundle " +
      "does not contain the package for this process, and pnpm and Yarn's Plug'n'Play hide the dependencies of dependencies.",
    remedy:
      "`npm install pulumi-cloudplatform` in that folder; exclude the package from a bundle. " +
      "[doctor](doctor.md#the-provider-process-cannot-load-the-package) describes each case.",
  }),
  otherVersion: defineError<{ found: string; folder: string; own: string }>({
    code: "package-version-differs",
    severity: "warning",
    message: ({ found, folder, own }) =>
      `the program uses version ${found} in ${folder}, and this command is version ${own}`,
    advice: "Run `npx pulumi-cloudplatform` in the folder of the program.",
    cause: "Two versions of the package are installed.",
  }),
  plainKey: defineError({
    code: "key-not-encrypted",
    severity: "warning",
    message: () => "is in the stack's configuration in clear text",
    advice:
      "Set it again with `pulumi config set --secret cloudplatform:apiKey`. If others can read the file, replace the key.",
    cause:
      "The key was set without `--secret`, or with `pulumi new --config`, so `Pulumi.<stack>.yaml` contains the key.",
  }),
  keyRefused: defineError<{ baseUrl: string; reason: string }>({
    code: "key-refused",
    message: ({ baseUrl, reason }) => `${baseUrl} is the platform's API, but refuses the key: ${reason}`,
    advice: "Set a valid key of this deployment.",
    cause: "The key is not valid, has expired, or belongs to another deployment.",
  }),
  notTheApi: defineError<{ baseUrl: string; reason: string }>({
    code: "platform-not-found",
    message: ({ baseUrl, reason }) => `${baseUrl} does not answer as the platform's API: ${reason}`,
    advice: "Check the base URL and the network, and whether a proxy answers in place of the API.",
    cause: "The server cannot be reached, or its replies do not have the form of the API.",
  }),
  operationMissing: defineError<{ name: string }>({
    code: "operation-missing",
    severity: "warning",
    message: ({ name }) => `this deployment does not have ${name}`,
    advice: "The resource cannot be imported, and a refresh finds no drift.",
    cause: "The platform does not document the operation, and this deployment does not have it.",
    remedy: "The page of the resource describes the differences.",
  }),
  operationRefused: defineError<{ name: string; status: number }>({
    code: "operation-refused",
    severity: "warning",
    message: ({ name, status }) => `the key has no access to ${name} (${status})`,
    advice: "If the stack has this resource, give it a Provider with another key.",
    cause:
      "The operation needs the key of a reseller or of an edge administrator, or a product that the account does not have.",
  }),
  operationUnclear: defineError<{ name: string; reason: string }>({
    code: "operation-unclear",
    severity: "warning",
    message: ({ name, reason }) => `${name} could not be checked: ${reason}`,
    advice: "Run the command again.",
    cause: "The request failed for another reason than a missing operation.",
  }),
  clock: defineError<{ difference: string; direction: string }>({
    code: "clock-differs",
    severity: "warning",
    message: ({ difference, direction }) => `the local clock is ${difference} ${direction} the platform's`,
    advice: "Set the clock, for example with NTP.",
    cause: "The local clock and the date of the platform's replies differ by more than 30 seconds.",
  }),
};
