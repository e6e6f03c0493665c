import { DOCTOR } from "../../../sdk/src/cli/doctor/errors";
import { COMMAND } from "../../../sdk/src/cli/errors";
import { EXISTING } from "../../../sdk/src/errors/existing";
import type { SimulatorOptions } from "../../../simulator/src";
import { useCleanup } from "../../support/handler-setup";
import { KEY, NO_ROUTER, startPlatform } from "../../support/platform";
import type { Provocations } from "../../support/provocations";
import { runCommand, type Surroundings } from "../../support/run-command";

const { closeLater } = useCleanup();

const THRESHOLD = ["alerts=QuotaNotificationThreshold:5"];
const ROUTER = [`edge=Router:1/2/${NO_ROUTER}`];

/** The configuration of a stack that uses this server. */
const configFor = ({ url }: { url: string }, secret = true) => ({
  apiKey: { value: KEY, secret },
  baseUrl: { value: url },
});

const simulated = async (options?: SimulatorOptions) => configFor(closeLater(await startPlatform(options)));

const imports = (args: string[], surroundings?: Surroundings) =>
  runCommand(["import", ...args, "--yes"], surroundings);

/** An import from a platform that has a router. */
async function importsFrom(args: string[], surroundings: Surroundings = {}) {
  const platform = closeLater(await startPlatform());
  platform.routers.add({ id: NO_ROUTER, projectId: 1, regionId: 2, name: "edge-router" });
  return imports(args, { config: configFor(platform), ...surroundings });
}

const doctor = (surroundings?: Surroundings) => runCommand(["doctor"], surroundings);

export const PROVOCATIONS: Provocations = new Map([
  [COMMAND.noCli.code, () => imports(THRESHOLD, { cli: undefined })],
  [COMMAND.oldCli.code, () => imports(THRESHOLD, { cli: "v3.253.0" })],
  [COMMAND.cliFailed.code, () => imports(THRESHOLD, { cliError: "error: the passphrase is wrong" })],
  [COMMAND.noProject.code, () => imports(THRESHOLD, { files: {} })],
  [
    COMMAND.otherLanguage.code,
    () => imports(THRESHOLD, { files: { "Pulumi.yaml": "name: demo\nruntime: yaml\n" } }),
  ],
  [COMMAND.noStack.code, () => imports(THRESHOLD, { cliError: "error: no stack selected" })],
  [COMMAND.notImportable.code, () => imports(["www=CertificateForceRetry:321"])],
  [COMMAND.noObjects.code, () => importsFrom(["Router:1/3"])],
  [
    EXISTING.unlistable.code,
    async () => {
      const config = await simulated({ mode: "documented-only" });
      return runCommand(["import", "Router:1/2", "--dry-run"], { config });
    },
  ],
  [
    COMMAND.noParent.code,
    () => imports([...THRESHOLD, "--parent", "urn:pulumi:dev::demo::my:Office::office"]),
  ],
  [COMMAND.noProvider.code, () => imports([...THRESHOLD, "--provider", "reseller"])],
  [COMMAND.importFailed.code, () => importsFrom(ROUTER)],
  [DOCTOR.noNode.code, () => doctor({ cli: undefined, path: "/nowhere" })],
  [DOCTOR.noSdk.code, () => doctor()],
  [DOCTOR.noProvider.code, () => doctor()],
  [DOCTOR.plainKey.code, async () => doctor({ config: configFor(closeLater(await startPlatform()), false) })],
  [
    DOCTOR.keyRefused.code,
    async () => doctor({ config: await simulated({ apiKeys: ["another-key-of-the-platform"] }) }),
  ],
]);
