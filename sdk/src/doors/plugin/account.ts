import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { unknownSettings } from "../../errors/configuration";
import type { ConfigSource } from "../../platform/configuration";
import { SETTING_NAMES, type SettingName } from "../../platform/settings";
import { messages } from "../../pulumi/internals/protocol";
import { isDefaultProvider, nameOf } from "../../pulumi/names";
import { isObject, type JsonObject, parseJson, pick } from "../../util/json";
import { diffResponse } from "./diff";
import { received, struct } from "./values";

/** The account of this process: the settings of its provider. */
export class Account implements ConfigSource {
  private settings: JsonObject = {};
  /** The name of the provider, if the program has declared it with a key of its own. */
  keyOwner: string | undefined;
  /** Whether the engine runs a stack. That of `pulumi do` gives the provider no name. */
  hasStack = true;

  get(key: string): string | undefined {
    const value = this.settings[key.replace("cloudplatform:", "")];
    return value === undefined || value === null ? undefined : String(value);
  }

  /** A setting that a provider of the program does not have is that of the stack, as in TypeScript. */
  checkConfig(request: requests.CheckRequest): requests.CheckResponse {
    const urn = request.getUrn();
    // SDKs have a version, which the engine adds to the settings and keeps itself.
    const { values: news, secret } = received(request.getNews());
    const { version: _, ...values } = news;
    const provider = isDefaultProvider(urn) ? undefined : nameOf(urn);
    // The configuration that a process gets does not say which of its settings are secret.
    const stacks = provider === undefined ? {} : stackConfig();
    const inherited = Object.keys(stacks).filter((name) => !Object.hasOwn(values, name));
    const known = pick({ ...stacks, ...values }, (name) => SETTING_NAMES.includes(name as SettingName));
    const response = new messages.CheckResponse();
    response.setInputs(struct(known, ["apiKey", ...secret, ...inherited]));
    for (const { message } of unknownSettings(Object.keys(values), SETTING_NAMES, provider))
      response.addFailures(new messages.CheckFailure().setReason(message));
    return response;
  }

  diffConfig(request: requests.DiffRequest): requests.DiffResponse {
    return diffResponse(received(request.getOldInputs()).values, received(request.getNews()).values);
  }

  configure(request: requests.ConfigureRequest): requests.ConfigureResponse {
    this.settings = received(request.getArgs()).values;
    const urn = request.getUrn() ?? "";
    this.hasStack = !urn || nameOf(urn) !== "";
    const hasOwnKey = this.settings.apiKey !== undefined && this.settings.apiKey !== stackConfig().apiKey;
    this.keyOwner = (hasOwnKey && !isDefaultProvider(urn) && nameOf(urn)) || undefined;
    return new messages.ConfigureResponse()
      .setAcceptsecrets(true)
      .setSupportspreview(true)
      .setSupportsAutonamingConfiguration(true);
  }
}

/** The stack's configuration of this package, which the engine passes to the process. */
function stackConfig(): JsonObject {
  const config = parseJson(process.env.PULUMI_CONFIG ?? "");
  return isObject(config) ? (config as JsonObject) : {};
}
