import type { Clock } from "../util/clock";
import { canonicalJson } from "../util/json";
import { type ConfigSource, type Configuration, readConfiguration } from "./configuration";
import { Platform } from "./platform";

export interface Account {
  configuration: Configuration;
  /** The base URL in canonical notation. */
  address: string;
  platform: Platform;
}

/** One Platform per account, so that all its resources share the connections and the task waiter. */
export class Accounts {
  private readonly open = new Map<string, Account>();

  constructor(
    private readonly clock: Clock,
    private readonly version: string,
  ) {}

  /** Throws a ConfigurationError if the settings are invalid. */
  get(source: ConfigSource): Account {
    const configuration = readConfiguration(source);
    const key = canonicalJson(configuration);
    const account = this.open.get(key) ?? this.openAccount(configuration);
    this.open.set(key, account);
    return account;
  }

  private openAccount(configuration: Configuration): Account {
    const { href: address } = new URL(configuration.baseUrl);
    return { configuration, address, platform: this.createPlatform(configuration) };
  }

  private createPlatform({
    minPollInterval,
    maxPollInterval,
    ifExists: _,
    ...rest
  }: Configuration): Platform {
    return new Platform({
      ...rest,
      pollInterval: { min: minPollInterval, max: maxPollInterval },
      userAgent: `pulumi-cloudplatform/${this.version} node/${process.versions.node}`,
      clock: this.clock,
    });
  }
}
