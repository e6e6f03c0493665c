import { DOCTOR } from "../../../sdk/src/cli/doctor/errors";
import { COMMAND } from "../../../sdk/src/cli/errors";
import { LOG } from "../../../sdk/src/cli/log/errors";
import { PREFLIGHT } from "../../../sdk/src/cli/preflight/errors";
import { parsePreview } from "../../../sdk/src/cli/preflight/preview";
import type { Simulator, SimulatorOptions } from "../../../simulator/src";
import { startEvent } from "../../support/generated-log";
import { useCleanup } from "../../support/handler-setup";
import { KEY, NO_ROUTER, startPlatform } from "../../support/platform";
import { type Provocations, provocations, thrownBy } from "../../support/provocations";
import { runCommand, type Surroundings } from "../../support/run-command";
import { type Script, startScriptedServer } from "../../support/scripted-server";

const { closeLater } = useCleanup();

const THRESHOLD = ["QuotaNotificationThreshold", "alerts", "5"];
const ROUTER = ["Router", "edge", `1/2/${NO_ROUTER}`];

/** The configuration of a stack that uses this server. */
const configFor = ({ url }: { url: string }, secret = true) => ({
  apiKey: { value: KEY, secret },
  baseUrl: { value: url },
});

const simulated = async (options?: SimulatorOptions) => configFor(closeLater(await startPlatform(options)));
const scripted = async (script: Script) => configFor(closeLater(await startScriptedServer(script)));

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
  return imports(args, { config: configFor(platform), ...surroundings });
}

const lists = (config: Surroundings["config"] = {}) =>
  runCommand(["import", "Router:1/2", "--dry-run"], { config });

/** A router in the state of the stack. */
const managed = (name: string, id = NO_ROUTER) => {
  const type = "pulumi-nodejs:dynamic/cloudplatform:Router";
  return { urn: `urn:pulumi:dev::demo::${type}::${name}`, type, id };
};

const files = (...stacks: string[]) =>
  Object.fromEntries(["Pulumi.yaml", ...stacks].map((file) => [file, "name: demo\n"]));

const doctor = (surroundings?: Surroundings) => runCommand(["doctor"], surroundings);
const doctorAt = async (script: Script) => doctor({ config: await scripted(script) });

/** A server that proves to be the API, and replies to the checks of operations with a status. */
const operationsAnswer = (status: number) =>
  doctorAt(({ path }) =>
    path.startsWith("/streaming/")
      ? { body: { count: 0, results: [] } }
      : { status, body: { message: "No." } },
  );

const showsLog = (text: string, ...options: string[]) =>
  runCommand(["log", "run.jsonl", ...options], { files: { "run.jsonl": text } });
const LOGGED = `${JSON.stringify(startEvent)}\n`;

export const PROVOCATIONS: Provocations = new Map([
  ...provocations(COMMAND, {
    unknown: () => runCommand(["imprt"]),
    unknownOption: () => runCommand(["doctor", "--stak"]),
    invalidOption: () => runCommand(["doctor", "--stack"]),
    arguments: () => runCommand(["import"]),
    terraformFile: () =>
      imports(["--terraform", "state.json"], { files: { ...files(), "state.json": "{}" } }),
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
    unlistable: async () => lists(await simulated({ mode: "documented-only" })),
    unreadable: async () =>
      lists(await scripted(() => ({ body: { count: 1, results: [{ id: "two words" }] } }))),
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
    severalStackFiles: () =>
      runCommand(["validate"], { files: files("Pulumi.dev.yaml", "Pulumi.prod.yaml") }),
    twoFormats: () => runCommand(["preflight", "--json", "--markdown"]),
    twoStackFiles: () => runCommand(["validate", "Pulumi.dev.yaml", "--stack", "dev"]),
  }),
  ...provocations(DOCTOR, {
    noNode: () => doctor({ cli: undefined, path: "/nowhere" }),
    unsupported: () => doctor({ cli: "v3.0.0" }),
    cannotImport: () => doctor({ cli: "v3.253.0" }),
    noSdk: () => doctor(),
    noProvider: () => doctor(),
    otherVersion: () =>
      doctor({
        files: {
          ...files(),
          "node_modules/pulumi-cloudplatform/package.json": '{ "version": "9.0.0" }',
          "node_modules/pulumi-cloudplatform/provider.js": "",
        },
      }),
    plainKey: async () => doctor({ config: configFor(closeLater(await startPlatform()), false) }),
    keyRefused: async () => doctor({ config: await simulated({ apiKeys: ["another-key-of-the-platform"] }) }),
    notTheApi: () => doctorAt(() => ({ body: { hello: "world" } })),
    operationMissing: () => operationsAnswer(404),
    deploymentDiffers: async () =>
      doctor({ config: { ...(await simulated()), deployment: { value: "documented" } } }),
    operationRefused: () => operationsAnswer(403),
    operationUnclear: () => operationsAnswer(503),
    clock: () =>
      doctorAt(() => ({
        headers: { date: new Date(Date.now() - 3_600_000).toUTCString() },
        body: { count: 0, results: [] },
      })),
  }),
  ...provocations(LOG, {
    notALog: () => showsLog("Diagnostics:\n"),
    noSuchRun: () => showsLog(LOGGED, "--run", "2"),
    unwritableFile: () => showsLog(LOGGED, "--html", "missing/run.html"),
  }),
  ...provocations(PREFLIGHT, {
    notAPreview: () => thrownBy(() => parsePreview("{}")),
    previewFailed: () =>
      thrownBy(() => parsePreview('{ "diagnostics": [{ "severity": "error", "message": "It failed" }] }')),
  }),
]);
