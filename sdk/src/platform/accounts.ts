import { SETTINGS } from "../errors/configuration";
import { Log, type ProcessFacts } from "../log/log";
import { LogFile } from "../log/log-file";
import type { Clock } from "../util/clock";
import { canonicalJson } from "../util/json";
import { isMaskedKey } from "../util/secrets";
import { type ConfigSource, readConfiguration } from "./configuration";
import type { Network } from "./http/transport";
import { Platform } from "./platform";
import { isPlaintextHttp } from "./settings";

/** What the log of a process needs. */
export interface LogOptions extends ProcessFacts {
  /** Prints a warning, once per process. */
  warn(text: string): void;
}

/** One Platform per account, so that all its resources share the connections and the task waiter. */
export class Accounts {
  /** By settings. */
  private readonly open = new Map<string, Platform>();
  /** By path. The accounts of a process share its log. */
  private readonly logs = new Map<string, Log>();

  constructor(
    private readonly clock: Clock,
    /** Without them nothing is logged. */
    private readonly logOptions?: LogOptions,
    private readonly network?: Network,
  ) {}

  /** Throws a ConfigurationError if the settings are invalid. */
  get(source: ConfigSource): Platform {
    const configuration = readConfiguration(source);
    const key = canonicalJson(configuration);
    if (isPlaintextHttp(configuration)) this.logOptions?.warn(SETTINGS.keyInClearText.error().message);
    if (!isMaskedKey(configuration.apiKey)) this.logOptions?.warn(SETTINGS.shortKey.error().message);
    const log = this.openLog(configuration.logFile);
    const platform = this.open.get(key) ?? new Platform(configuration, this.clock, log, this.network);
    this.open.set(key, platform);
    return platform;
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map((platform) => platform.close()));
  }

  private openLog(path: string | undefined): Log | undefined {
    if (this.logOptions === undefined || path === undefined) return undefined;
    const { warn, ...facts } = this.logOptions;
    const onFailure = (reason: string) => warn(SETTINGS.logNotWritable.error({ file: path, reason }).message);
    const log = this.logs.get(path) ?? new Log(new LogFile(path, onFailure), facts, this.clock);
    this.logs.set(path, log);
    return log;
  }
}
