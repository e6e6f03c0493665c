import * as pulumi from "@pulumi/pulumi";

/** Settings of an account; what is left out comes from the stack's configuration, then from the environment. */
export interface ProviderArgs {
  /** The account's API key. Kept encrypted in the state. Config: `cloudplatform:apiKey`; environment: `CLOUDPLATFORM_API_KEY`. */
  apiKey?: pulumi.Input<string>;
  /** Address of the API, such as `https://api.example.com`. No default. Config: `cloudplatform:baseUrl`; environment: `CLOUDPLATFORM_BASE_URL`. */
  baseUrl?: pulumi.Input<string>;
  /** How long one request may take, as a duration. Default `30s`. */
  requestTimeout?: pulumi.Input<string>;
  /** How long one operation on a resource may take with all its tasks, where the resource sets no `customTimeouts`. Default `20m`. */
  taskTimeout?: pulumi.Input<string>;
  /** How often a request that failed for a passing reason is repeated, 0 to 20. Default 4. */
  maxRetries?: pulumi.Input<number>;
  /** How many requests are under way at once, 1 to 1000. Default 20. */
  maxConcurrentRequests?: pulumi.Input<number>;
  /** Shortest pause between two looks at a task, as a duration. Default `500ms`. */
  minPollInterval?: pulumi.Input<string>;
  /** Longest pause between two looks at a task, as a duration. Default `15s`. */
  maxPollInterval?: pulumi.Input<string>;
}

/**
 * A second account in one stack. Resources use the stack's configuration unless they are given one of these.
 *
 * @example
 * ```ts
 * const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerApiKey") });
 * new cloudplatform.Router("edge", { projectId: 1, regionId: 2 }, { provider: reseller });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const config = new pulumi.Config("cloudplatform");
    const setting = (key: keyof ProviderArgs) =>
      pulumi
        .output(args[key] ?? config.get(key))
        .apply((value) => (value === undefined ? value : String(value)));
    super(
      "pulumi-nodejs",
      name,
      {
        "cloudplatform:apiKey": pulumi.secret(args.apiKey ?? config.getSecret("apiKey")),
        ...Object.fromEntries(PLAIN_SETTINGS.map((key) => [`cloudplatform:${key}`, setting(key)])),
      },
      opts,
    );
  }
}

const PLAIN_SETTINGS = [
  "baseUrl",
  "requestTimeout",
  "taskTimeout",
  "maxRetries",
  "maxConcurrentRequests",
  "minPollInterval",
  "maxPollInterval",
] as const satisfies ReadonlyArray<keyof ProviderArgs>;
