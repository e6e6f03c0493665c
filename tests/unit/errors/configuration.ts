import { join } from "node:path";
import { Provider, type ProviderArgs, Router } from "../../../sdk/src";
import { SETTINGS } from "../../../sdk/src/errors/configuration";
import { readConfiguration } from "../../../sdk/src/platform/configuration";
import type { ConfigurationError } from "../../../sdk/src/platform/settings";
import { handler } from "../../../sdk/src/resources/router/handler";
import { InProcessResource } from "../../support/in-process-resource";
import { provocations, reportOf, thrownBy } from "../../support/provocations";
import { failureOf } from "../../support/until";
import { configure } from "../functions/setup";

const COMPLETE = { apiKey: "a-key-of-an-account", baseUrl: "https://api.example.com" };

async function invalid(settings: Record<string, string | undefined>, environment: NodeJS.ProcessEnv = {}) {
  const all: Record<string, string | undefined> = { ...COMPLETE, ...settings };
  const source = { get: (key: string) => all[key.replace("cloudplatform:", "")] };
  const error = await failureOf<ConfigurationError>(
    Promise.resolve().then(() => readConfiguration(source, environment)),
  );
  return error.message;
}

export const PROVOCATIONS = provocations(SETTINGS, {
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
    return thrownBy(() => new Router("edge", { projectId: 1, regionId: 2 }));
  },
  unknownArgument: () => thrownBy(() => new Provider("reseller", { apiKye: "12345678" } as ProviderArgs)),
  async logNotWritable() {
    const resource = new InProcessResource(handler, {
      baseUrl: COMPLETE.baseUrl,
      apiKey: COMPLETE.apiKey,
      settings: { logFile: join(__dirname, "missing", "run.jsonl") },
    });
    return reportOf(resource, resource.check({ projectId: 1, regionId: 2 }));
  },
  async keyInClearText() {
    const resource = new InProcessResource(handler, {
      baseUrl: "http://api.example.com",
      apiKey: COMPLETE.apiKey,
    });
    return reportOf(resource, resource.check({ projectId: 1, regionId: 2 }));
  },
});
