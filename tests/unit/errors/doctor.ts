import { DOCTOR } from "../../../sdk/src/cli/doctor/errors";
import { useCleanup } from "../../support/handler-setup";
import { KEY, startPlatform } from "../../support/platform";
import { provocations } from "../../support/provocations";
import { runCommand, type Surroundings } from "../../support/run-command";
import { type Script, startScriptedServer } from "../../support/scripted-server";

const { closeLater } = useCleanup();

const doctor = (surroundings?: Surroundings) => runCommand(["doctor"], surroundings);

const settings = (baseUrl: string, apiKey = { value: KEY, secret: true }) => ({
  config: { apiKey, baseUrl: { value: baseUrl } },
});

async function doctorAt(script: Script) {
  const { url } = closeLater(await startScriptedServer(script));
  return doctor(settings(url));
}

/** A server that proves to be the API, and replies to the checks of operations with a status. */
const operationsAnswer = (status: number) =>
  doctorAt(({ path }) =>
    path.startsWith("/streaming/")
      ? { body: { count: 0, results: [] } }
      : { status, body: { message: "No." } },
  );

export const PROVOCATIONS = provocations(DOCTOR, {
  noNode: () => doctor({ cli: undefined, path: "/nowhere" }),
  unsupported: () => doctor({ cli: "v3.0.0" }),
  cannotImport: () => doctor({ cli: "v3.253.0" }),
  noSdk: () => doctor(),
  noProvider: () => doctor(),
  otherVersion: () =>
    doctor({
      files: {
        "Pulumi.yaml": "name: demo\n",
        "node_modules/pulumi-cloudplatform/package.json": '{ "version": "9.0.0" }',
        "node_modules/pulumi-cloudplatform/provider.js": "",
      },
    }),
  async plainKey() {
    const { url } = closeLater(await startPlatform());
    return doctor(settings(url, { value: KEY, secret: false }));
  },
  async keyRefused() {
    const { url } = closeLater(await startPlatform({ apiKeys: ["another-key-of-the-platform"] }));
    return doctor(settings(url));
  },
  notTheApi: () => doctorAt(() => ({ body: { hello: "world" } })),
  operationMissing: () => operationsAnswer(404),
  async deploymentDiffers() {
    const { url } = closeLater(await startPlatform());
    const { config, ...others } = settings(url);
    return doctor({ ...others, config: { ...config, deployment: { value: "documented", secret: false } } });
  },
  operationRefused: () => operationsAnswer(403),
  operationUnclear: () => operationsAnswer(503),
  clock: () =>
    doctorAt(() => ({
      headers: { date: new Date(Date.now() - 3_600_000).toUTCString() },
      body: { count: 0, results: [] },
    })),
});
