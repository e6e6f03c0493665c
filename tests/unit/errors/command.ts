import { COMMAND } from "../../../sdk/src/cli/errors";
import type { Simulator } from "../../../simulator/src";
import { useCleanup } from "../../support/handler-setup";
import { KEY, NO_ROUTER, startPlatform } from "../../support/platform";
import { provocations } from "../../support/provocations";
import { runCommand, type Surroundings } from "../../support/run-command";
import { startScriptedServer } from "../../support/scripted-server";

const { closeLater } = useCleanup();

const THRESHOLD = ["QuotaNotificationThreshold", "alerts", "5"];
const ROUTER = ["Router", "edge", `1/2/${NO_ROUTER}`];

const imports = (args: string[], surroundings?: Surroundings) =>
  runCommand(["import", ...args, "--yes"], surroundings);

/** An import from a platform that has a router. */
async function importsFrom(
  args: string[],
  surroundings: Surroundings = {},
  prepare?: (platform: Simulator) => void,
) {
  const platform = closeLater(await startPlatform());
  platform.routers.add({ id: NO_ROUTER, projectId: 1, regionId: 2, name: "edge-router" });
  prepare?.(platform);
  const config = { apiKey: { value: KEY, secret: true }, baseUrl: { value: platform.url } };
  return imports(args, { config, ...surroundings });
}

/** A router in the state of the stack. */
const managed = (name: string, id = NO_ROUTER) => {
  const type = "pulumi-nodejs:dynamic/cloudplatform:Router";
  return { urn: `urn:pulumi:dev::demo::${type}::${name}`, type, id };
};

const files = (...stacks: string[]) =>
  Object.fromEntries(["Pulumi.yaml", ...stacks].map((file) => [file, "name: demo\n"]));

export const PROVOCATIONS = provocations(COMMAND, {
  unknown: () => runCommand(["imprt"]),
  unknownOption: () => runCommand(["doctor", "--stak"]),
  invalidOption: () => runCommand(["doctor", "--stack"]),
  arguments: () => runCommand(["import"]),
  terraformFile: () => imports(["--terraform", "state.json"], { files: { ...files(), "state.json": "{}" } }),
  terraformResource() {
    const router = { address: "x_router.edge", type: "x_router", values: { id: NO_ROUTER, project_id: 1 } };
    const state = { format_version: "1.0", values: { root_module: { resources: [router] } } };
    return importsFrom(["--terraform", "state.json"], {
      files: { ...files(), "state.json": JSON.stringify(state) },
    });
  },
  noCli: () => imports(THRESHOLD, { cli: undefined }),
  oldCli: () => imports(THRESHOLD, { cli: "v3.253.0" }),
  cliFailed: () => imports(THRESHOLD, { cliError: "error: the passphrase is wrong" }),
  noProject: () => imports(THRESHOLD, { files: {} }),
  noStack: () => imports(THRESHOLD, { cliError: "error: no stack selected" }),
  unknownResource: () => imports(["Ruter", "edge", "1"]),
  notImportable: () => imports(["CertificateForceRetry", "www", "321"]),
  invalidTarget: () => imports(["Router:1/2", "1/3"]),
  idRequired: () => imports(["QuotaNotificationThreshold"]),
  nameTwice: () => imports(["a=QuotaNotificationThreshold:5", "a=QuotaNotificationThreshold:6"]),
  nameTaken: () => importsFrom(ROUTER, { resources: [managed("edge", "another")] }),
  alreadyManaged: () => importsFrom(ROUTER, { resources: [managed("branch")] }),
  noObjects: () => importsFrom(["Router", "1/3"]),
  async unlistable() {
    const { url } = closeLater(await startPlatform({ mode: "documented-only" }));
    const config = { apiKey: { value: KEY }, baseUrl: { value: url } };
    return runCommand(["import", "Router:1/2", "--dry-run"], { config });
  },
  async unreadable() {
    const results = [{ id: "two words" }];
    const { url } = closeLater(await startScriptedServer(() => ({ body: { count: 1, results } })));
    const config = { apiKey: { value: KEY }, baseUrl: { value: url } };
    return runCommand(["import", "Router:1/2", "--dry-run"], { config });
  },
  undeclarable: () =>
    importsFrom(ROUTER, {}, (platform) => platform.routers.change(NO_ROUTER, { name: "-" })),
  notAllImported: () => importsFrom(["Router:1/2", "QuotaLimitRequest", "--dry-run"]),
  noParent: () => imports([...THRESHOLD, "--parent", "urn:pulumi:dev::demo::my:Office::office"]),
  parentInStackFile: () => imports([...THRESHOLD, "--parent", "urn", "--yaml"]),
  dryRunFile: () => imports([...THRESHOLD, "--dry-run", "--out", "program.ts"]),
  previewFailed: () => importsFrom(ROUTER, { imports: true }),
  previewShowsChanges: () =>
    importsFrom(ROUTER, {
      imports: true,
      previewed: [{ op: "update", urn: managed("edge").urn, diffReasons: ["name"] }],
    }),
  noProvider: () => imports([...THRESHOLD, "--provider", "reseller"]),
  confirmation: () => runCommand(["import", ...THRESHOLD]),
  outFile: () => imports([...THRESHOLD, "--out", "missing/program.ts"]),
  importFailed: () => importsFrom(ROUTER),
  unreadableFile: () => runCommand(["validate", "Pulumi.prod.yaml"]),
  noStackFile: () => runCommand(["validate"]),
  severalStackFiles: () => runCommand(["validate"], { files: files("Pulumi.dev.yaml", "Pulumi.prod.yaml") }),
  twoFormats: () => runCommand(["preflight", "--json", "--markdown"]),
  twoStackFiles: () => runCommand(["validate", "Pulumi.dev.yaml", "--stack", "dev"]),
});
