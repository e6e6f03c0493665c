import * as pulumi from "@pulumi/pulumi";
import { unknownSettings } from "../../../errors/configuration";
import { SETTING_NAMES, type SettingName } from "../../../platform/settings";
import { ConstructorStacks } from "../../../pulumi/internals/constructor-stacks";
import { FUNCTIONS, runError } from "./errors";

/** Settings of an account. A setting that you omit comes from the stack's configuration, then from the environment. */
export interface ProviderArgs {
  /**
   * API key of the account: 8 characters or more. The state stores it encrypted. Configuration: `cloudplatform:apiKey`.
   * Environment: `CLOUDPLATFORM_API_KEY`.
   */
  apiKey?: pulumi.Input<string | undefined> | undefined;
  /**
   * Address of the API, such as `https://api.example.com`. Configuration: `cloudplatform:baseUrl`. Environment:
   * `CLOUDPLATFORM_BASE_URL`.
   */
  baseUrl?: pulumi.Input<string | undefined> | undefined;
  /**
   * Timeout of one request, as a duration such as `90s`.
   *
   * @default `"30s"`
   */
  requestTimeout?: pulumi.Input<string | undefined> | undefined;
  /**
   * Timeout of one operation on a resource, including its tasks, as a duration. `customTimeouts` of a resource override
   * it.
   *
   * @default `"20m"`
   */
  taskTimeout?: pulumi.Input<string | undefined> | undefined;
  /**
   * Maximum number of retries of a request after a transient failure: an integer from 0 to 20.
   *
   * @default `4`
   */
  maxRetries?: pulumi.Input<number | undefined> | undefined;
  /**
   * Maximum number of concurrent requests: an integer from 1 to 1000.
   *
   * @default `20`
   */
  maxConcurrentRequests?: pulumi.Input<number | undefined> | undefined;
  /**
   * What the creation of a `Router` or of `ResellerNotificationSettings` does if an equal object exists: `fail`, `adopt`
   * or, for routers, `create`. A resource with its own `ifExists` does not use this setting. Environment: `CLOUDPLATFORM_IF_EXISTS`, for one run.
   *
   * @default `"fail"`
   */
  ifExists?: pulumi.Input<"fail" | "adopt" | "create" | undefined> | undefined;
  /**
   * Whether a preview asks the platform what `up` would meet, with GET requests only. Environment: `CLOUDPLATFORM_PREVIEW_READS`.
   *
   * @default `true`
   */
  previewReads?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * File to which the run appends its log. Environment: `CLOUDPLATFORM_LOG`, which overrides this argument and the
   * configuration.
   */
  logFile?: pulumi.Input<string | undefined> | undefined;
}

/**
 * A second account in one stack. Resources and functions without the option `provider` use the stack's configuration.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const config = new pulumi.Config(); // pulumi config set --secret resellerKey
 * const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
 * new cloudplatform.ResellerNotificationSettings(
 *   "logins",
 *   { resellerId: 8, email: "oncall@example.com", notificationType: "failed_login" },
 *   { provider: reseller },
 * );
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts: pulumi.ResourceOptions = {}) {
    checkNames(Object.keys(args), name);
    const settings = settingsFrom(args);
    const stacks = new ConstructorStacks(new.target, pulumi.ProviderResource);
    try {
      super("pulumi-nodejs", name, settings, {
        ...opts,
        transformations: stacks.after(opts.transformations),
      });
    } finally {
      stacks.end();
    }
    instances.set(this, { settings, ...(args.apiKey !== undefined && { keyOwner: name }) });
  }
}

type Settings = Record<string, pulumi.Output<string | undefined> | undefined>;

/** The settings of each instance, because functions need them in the program, and its name if it has a key of its own. */
const instances = new WeakMap<pulumi.Resource, { settings: Settings; keyOwner?: string }>();

/** The name of the Provider whose key a resource has; undefined for that of the stack's configuration. */
export function keyOwnerOf(opts: pulumi.CustomResourceOptions): string | undefined {
  const provider = providerOf(opts);
  return provider && instances.get(provider)?.keyOwner;
}

/** The provider of a function: its own, or that of its parent. */
export function providerOf({
  provider,
  parent,
}: Pick<pulumi.InvokeOptions, "provider" | "parent">): pulumi.ProviderResource | undefined {
  return provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
}

/** The settings that a function uses: those of its provider, or of the stack. */
export function settingsOf(opts: pulumi.InvokeOptions): pulumi.Output<Record<string, string | undefined>> {
  const instance = providerOf(opts);
  const settings = instance ? instances.get(instance)?.settings : settingsFrom({});
  if (settings === undefined) throw runError(FUNCTIONS.foreignProvider.error());
  return pulumi.output(settings);
}

/** The inputs of a provider are strings. The key is always secret. */
function settingsFrom(args: ProviderArgs): Settings {
  checkSettingNames();
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

let isChecked = false;

/** Throws if the stack's configuration has a misspelt setting, which would have no effect. */
export function checkSettingNames(): void {
  if (isChecked) return;
  const prefix = "cloudplatform:";
  const keys = Object.keys(pulumi.runtime.allConfig()).filter((key) => key.startsWith(prefix));
  checkNames(keys.map((key) => key.slice(prefix.length)));
  isChecked = true;
}

function checkNames(names: string[], provider?: string): void {
  const [problem] = unknownSettings(names, SETTING_NAMES, provider);
  if (problem) throw runError(problem);
}
