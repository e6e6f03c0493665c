import * as pulumi from "@pulumi/pulumi";
import { SETTING_NAMES, type SettingName } from "../account/settings";
import { FUNCTIONS } from "../errors/functions";

/** Settings of an account. An absent setting comes from the stack's configuration, then from the environment. */
export interface ProviderArgs {
  /** The account's API key. Stored encrypted in the state. Config: `cloudplatform:apiKey`; environment: `CLOUDPLATFORM_API_KEY`. */
  apiKey?: pulumi.Input<string | undefined> | undefined;
  /** Address of the API, such as `https://api.example.com`. No default. Config: `cloudplatform:baseUrl`; environment: `CLOUDPLATFORM_BASE_URL`. */
  baseUrl?: pulumi.Input<string | undefined> | undefined;
  /** How long one request may take, as a duration. Default `30s`. */
  requestTimeout?: pulumi.Input<string | undefined> | undefined;
  /**
   * How long one operation on a resource may take, including its tasks, if the resource has no `customTimeouts`.
   * Default `20m`.
   */
  taskTimeout?: pulumi.Input<string | undefined> | undefined;
  /** How often a request is retried after a transient failure, 0 to 20. Default 4. */
  maxRetries?: pulumi.Input<number | undefined> | undefined;
  /** Maximum number of concurrent requests, 1 to 1000. Default 20. */
  maxConcurrentRequests?: pulumi.Input<number | undefined> | undefined;
  /** Shortest pause between two polls of a task, as a duration. Default `500ms`. */
  minPollInterval?: pulumi.Input<string | undefined> | undefined;
  /** Longest pause between two polls of a task, as a duration. Default `15s`. */
  maxPollInterval?: pulumi.Input<string | undefined> | undefined;
  /**
   * What the creation of a `Router` without its own `ifExists` does if a router with its name exists: `fail` (default),
   * `adopt` or `create`. Environment: `CLOUDPLATFORM_IF_EXISTS`, for the run after a killed run.
   */
  ifExists?: pulumi.Input<"fail" | "adopt" | "create" | undefined> | undefined;
}

/**
 * A second account in one stack. Resources without the option `provider` use the stack's configuration.
 *
 * @example
 * ```ts
 * const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerApiKey") });
 * new cloudplatform.Router("edge", { projectId: 1, regionId: 2 }, { provider: reseller });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const settings = settingsFrom(args);
    super("pulumi-nodejs", name, settings, opts);
    settingsByInstance.set(this, settings);
  }
}

type Settings = Record<string, pulumi.Output<string | undefined> | undefined>;

/** The settings of each instance, because functions need them in the program. */
const settingsByInstance = new WeakMap<pulumi.Resource, Settings>();

/** The settings that a function uses: those of its provider, of its parent's provider, or of the stack. */
export function settingsOf({
  provider,
  parent,
}: pulumi.InvokeOptions): pulumi.Output<Record<string, string | undefined>> {
  const instance = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  const settings = instance ? settingsByInstance.get(instance) : settingsFrom({});
  if (settings === undefined) throw new pulumi.RunError(FUNCTIONS.foreignProvider.message());
  return pulumi.output(settings);
}

/** The inputs of a provider are strings. The key is always secret. */
function settingsFrom(args: ProviderArgs): Settings {
  return Object.fromEntries(SETTING_NAMES.map((key) => [`cloudplatform:${key}`, setting(args, key)]));
}

function setting(args: ProviderArgs, key: SettingName): pulumi.Output<string | undefined> | undefined {
  const config = new pulumi.Config("cloudplatform");
  const fallback = key === "apiKey" ? config.getSecret(key) : config.get(key);
  if (args[key] === undefined && fallback === undefined) return undefined;
  const text = pulumi
    .all([args[key], fallback])
    .apply(([value, configured]) => (value === undefined ? configured : String(value)));
  return key === "apiKey" ? pulumi.secret(text) : text;
}
