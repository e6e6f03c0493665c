import { join } from "node:path";
import { jest } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { getTask, Provider, type ProviderArgs, Router } from "../../../sdk/src";
import { SETTINGS } from "../../../sdk/src/errors/configuration";
import { INSTALLATION } from "../../../sdk/src/errors/installation";
import { readConfiguration } from "../../../sdk/src/platform/configuration";
import { undocumented } from "../../../sdk/src/pulumi/internals/undocumented";
import { FUNCTIONS } from "../../../sdk/src/pulumi/program/errors";
import { handler } from "../../../sdk/src/resources/router/handler";
import { declareStack } from "../../../sdk/src/stack/declare";
import { STACK } from "../../../sdk/src/stack/errors";
import { hideMocks, resolved, startEngine } from "../../program/mocks";
import { InProcessResource } from "../../support/in-process-resource";
import { type Provocations, provocations, reportOf, thrownBy } from "../../support/provocations";
import { runCommand } from "../../support/run-command";
import { configure } from "../functions/setup";

const PLACE = { projectId: 1, regionId: 2 };
const COMPLETE = { apiKey: "a-key-of-an-account", baseUrl: "https://api.example.com" };

function invalid(settings: Record<string, string | undefined>, environment: NodeJS.ProcessEnv = {}) {
  const all: Record<string, string | undefined> = { ...COMPLETE, ...settings };
  const source = { get: (key: string) => all[key.replace("cloudplatform:", "")] };
  return thrownBy(() => readConfiguration(source, environment));
}

async function checked(settings: { baseUrl?: string; settings?: Record<string, string> }) {
  const resource = new InProcessResource(handler, { ...COMPLETE, ...settings });
  return reportOf(resource, resource.check(PLACE));
}

class Foreign extends pulumi.ProviderResource {}

/** Calls a function in a program. */
async function called(provider: () => pulumi.ProviderResource, preview = false) {
  await startEngine(undefined, { preview });
  hideMocks();
  return thrownBy(() => getTask({ taskId: "t1" }, { provider: provider() }));
}

async function declared(config: Record<string, object>) {
  await startEngine();
  configure(Object.fromEntries(Object.entries(config).map(([name, value]) => [name, JSON.stringify(value)])));
  return thrownBy(() => resolved(pulumi.output(declareStack().outputs.address)));
}

const validated = (text: string) =>
  runCommand(["validate"], { files: { "Pulumi.yaml": "name: demo\n", "Pulumi.dev.yaml": text } });

const MANIFEST = "../../../sdk/package.json";

export const PROVOCATIONS: Provocations = new Map([
  ...provocations(SETTINGS, {
    missingKey: () => invalid({ apiKey: undefined }),
    invalidKey: () => invalid({ apiKey: "a key with spaces" }),
    shortKey: () => invalid({ apiKey: "short" }),
    missingUrl: () => invalid({ baseUrl: undefined }),
    missingScheme: () => invalid({ baseUrl: "api.example.com" }),
    invalidUrl: () => invalid({ baseUrl: "https://" }),
    urlHasCredentials: () => invalid({ baseUrl: "https://user:word@api.example.com" }),
    urlHasQuery: () => invalid({ baseUrl: "https://api.example.com/?x=1" }),
    invalidDuration: () => invalid({ taskTimeout: "long" }),
    durationTooLong: () => invalid({ taskTimeout: "10000000h" }),
    invalidNumber: () => invalid({ maxRetries: "many" }),
    pollOrder: () => invalid({ minPollInterval: "10s", maxPollInterval: "1s" }),
    previewReads: () => invalid({ previewReads: "yes" }),
    deployment: () => invalid({ deployment: "partial" }),
    ifExists: () => invalid({ ifExists: "perhaps" }),
    proxy: () => invalid({}, { https_proxy: "socks5://proxy.example.com:1080" }),
    async unknown() {
      configure({ taskTimeuot: "10m" });
      return thrownBy(() => new Router("edge", PLACE));
    },
    unknownArgument: () => thrownBy(() => new Provider("reseller", { apiKye: "12345678" } as ProviderArgs)),
    logNotWritable: () => checked({ settings: { logFile: join(__dirname, "missing", "run.jsonl") } }),
    keyInClearText: () => checked({ baseUrl: "http://api.example.com" }),
  }),
  ...provocations(FUNCTIONS, {
    unknownSettings() {
      const apiKey = () => new Router("edge", PLACE).routerId;
      return called(() => new Provider("later", { ...COMPLETE, apiKey: apiKey() }), true);
    },
    foreignProvider: () => called(() => new Foreign("other-cloud", "other")),
  }),
  ...provocations(STACK, {
    invalid: () => declared({ ruters: {} }),
    noValue: () =>
      declared({
        routers: { edge: { ...PLACE, name: "edge-router" } },
        outputs: { address: `https://\${routers.edge.externalGatewayInfo.networkId}/` },
      }),
    notYaml: () => validated("config: ["),
    tooDeep: () => validated("config: &config { a: *config }"),
    tooLarge: () => validated(`config: [${"1,".repeat(100_000)}]`),
  }),
  ...provocations(INSTALLATION, {
    /** The package needs a Node that does not exist yet. */
    async oldNode() {
      jest.doMock(MANIFEST, () => ({ engines: { node: ">=999.0" } }));
      try {
        return await thrownBy(() => jest.isolateModules(() => require("../../../sdk/src/check-node")));
      } finally {
        jest.dontMock(MANIFEST);
      }
    },
    async changedSdk() {
      const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
      undocumented("a part of the package", () => undefined, undefined);
      const [[text]] = write.mock.calls as [[string]];
      write.mockRestore();
      return text;
    },
    notInstalled: () =>
      thrownBy(() =>
        jest.isolateModules(() => {
          const { checkInstallation } = require("../../../sdk/src/pulumi/program/installation");
          checkInstallation({ script: "/project/node_modules/@pulumi/pulumi/cmd/run", folder: "/project" });
        }),
      ),
  }),
]);
