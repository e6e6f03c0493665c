import type { Clock } from "../util/clock";
import { canonicalJson } from "../util/json";
import { type ConfigSource, readConfiguration } from "./configuration";
import { Platform } from "./platform";

/** One Platform per account, so that all its resources share the connections and the task waiter. */
export class Accounts {
  private readonly open = new Map<string, Platform>();

  constructor(private readonly clock: Clock) {}

  /** Throws a ConfigurationError if the settings are invalid. */
  get(source: ConfigSource): Platform {
    const configuration = readConfiguration(source);
    const key = canonicalJson(configuration);
    const platform = this.open.get(key) ?? new Platform(configuration, this.clock);
    this.open.set(key, platform);
    return platform;
  }
}
