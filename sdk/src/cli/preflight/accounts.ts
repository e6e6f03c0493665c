import type { Reader } from "../../platform/api/deployment";
import { isMissing } from "../../platform/api/reply";
import type { ConfigSource } from "../../platform/configuration";
import type { PlatformError } from "../../platform/http/error";
import { ConfigurationError } from "../../platform/settings";
import { nameOf } from "../../pulumi/names";
import type { JsonObject } from "../../util/json";
import { OperationsReader } from "../doctor/operations";
import type { StackConfig, StateResource } from "../pulumi";
import { declaredProvider, plaintext } from "../stack-provider";
import { type Finding, findingOf, ok, unchecked } from "./finding";
import { whyUnknown } from "./known-inputs";
import { isChecked, type PreviewStep, SECRET } from "./preview";
import type { PreflightOptions } from "./run";

/** The account of a Provider. */
export interface StepAccount {
  /** Where its settings come from. */
  name: string;
  /** Absent if the account cannot be used; the finding says why. */
  source?: ConfigSource;
  finding: Finding;
}

const KEY = "cloudplatform:apiKey";
const BASE_URL = "cloudplatform:baseUrl";

/** Finds the settings of each Provider of a preview, and asks once for each account whether the platform accepts it. */
export class PreflightAccounts {
  private readonly accounts = new Map<string, Promise<StepAccount>>();
  /** A text: why they are not known. */
  private readonly settings = new Map<string, Promise<ConfigSource | string>>();
  private readonly providers: Map<string, PreviewStep>;
  private config: Promise<StackConfig> | undefined;
  private resources: Promise<StateResource[]> | undefined;

  constructor(
    private readonly options: Pick<
      PreflightOptions,
      "preview" | "isOwnPreview" | "handlers" | "pulumi" | "session" | "signal"
    >,
  ) {
    const providers = options.preview.steps.filter(({ type }) => type.startsWith("pulumi:providers:"));
    this.providers = new Map(providers.map((step) => [step.urn, step]));
  }

  /** The account of a Provider, after asking the platform for it. */
  of(provider: string | undefined): Promise<StepAccount> {
    const urn = declaredProvider(provider);
    const account = this.accounts.get(urn) ?? this.open(urn);
    this.accounts.set(urn, account);
    return account;
  }

  /** The settings of a Provider, without a request; undefined if they are not known or not valid. */
  async sourceOf(provider: string | undefined): Promise<ConfigSource | undefined> {
    try {
      const source = await this.settingsOf(declaredProvider(provider));
      if (typeof source === "string") return undefined;
      this.options.session.accounts.get(source);
      return source;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return undefined;
    }
  }

  /** The accounts that the platform was asked for. */
  all(): Promise<StepAccount[]> {
    return Promise.all(this.accounts.values());
  }

  private async open(urn: string): Promise<StepAccount> {
    const name = urn === "" ? "the stack's configuration" : `Provider ${nameOf(urn)}`;
    try {
      const source = await this.settingsOf(urn);
      if (typeof source === "string") return { name, finding: unchecked(source) };
      const finding = await this.check(urn, source);
      return { name, finding, ...(finding.level === "ok" && { source }) };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { name, finding: findingOf(error) };
    }
  }

  private settingsOf(urn: string): Promise<ConfigSource | string> {
    const settings = this.settings.get(urn) ?? (urn === "" ? this.stackSource() : this.providerSource(urn));
    this.settings.set(urn, settings);
    return settings;
  }

  private async check(urn: string, source: ConfigSource): Promise<Finding> {
    const platform = this.options.session.accounts.get(source);
    const { baseUrl } = platform.configuration;
    const { isApi, failure } = await platform.check(this.options.signal);
    if (isOutOfOrder(failure) && (await this.isUsableFor(urn, platform.apiFor(this.options))))
      return ok(`${baseUrl} is the platform's API, and accepts the key`);
    if (failure?.status === 401) return findingOf(failure);
    if (isApi || failure === undefined)
      return ok(`${baseUrl} is the platform's API${failure ? "" : ", and accepts the key"}`);
    return { ...findingOf(isMissing(failure) ? platform.notVerified(failure) : failure), level: "fails" };
  }

  /** Whether the platform answers requests for resources of a Provider. Another area may be out of order. */
  private async isUsableFor(urn: string, reader: Reader): Promise<boolean> {
    const { preview, handlers } = this.options;
    const steps = preview.steps.filter((step) => isChecked(step) && declaredProvider(step.provider) === urn);
    const types = [...new Set(steps.map(({ type }) => type))];
    const probes = types.flatMap((type) => handlers.get(type)?.().identity?.probe ?? []);
    const operations = new OperationsReader(reader);
    const results = await Promise.all(probes.map((probe) => operations.check(probe)));
    return results.some((result) => result.is === "available" || result.is === "missing");
  }

  /**
   * The preview has the configuration, except for secret values and for the key in the environment. That of a file is used only
   * with its own key: the file may have any base URL.
   */
  private async stackSource(): Promise<ConfigSource> {
    const { preview, isOwnPreview, pulumi } = this.options;
    const { config } = preview;
    const isComplete = !Object.values(config).includes(SECRET) && (isOwnPreview || config[KEY] !== undefined);
    if (isComplete) return { get: (key) => config[key] };
    this.config ??= pulumi.config();
    const complete = await this.config;
    return { get: (key) => complete[key]?.value };
  }

  /** The settings in the preview, with the key in the state. A string: why they are not known. */
  private async providerSource(urn: string): Promise<ConfigSource | string> {
    const step = this.providers.get(urn);
    const inputs = { ...(step?.after ?? step?.before)?.inputs };
    if (step === undefined || inputs[KEY] === SECRET) {
      const hasNewKey = step?.op === "create" || step?.op === "replace" || step?.changed.includes(KEY);
      if (hasNewKey) return "its key is new, and a preview does not contain secret values";
      const state = await this.settingsInState(urn);
      const isOther = step !== undefined && inputs[BASE_URL] !== state[BASE_URL];
      if (isOther) return "its baseUrl is new, and the key in the state is sent only to the old one";
      // A preview masks the key before and after a change, and does not say whether it differs.
      if (step?.op === "update")
        return "its settings change, and a preview does not contain secret values; `pulumi preview` asks the platform with them";
      if (step === undefined) Object.assign(inputs, state);
      else inputs[KEY] = state[KEY] as string;
    }
    if (inputs[KEY] === undefined && !this.options.isOwnPreview)
      return "the preview does not contain its key";
    const unknown = Object.entries(inputs).find(([, value]) => whyUnknown(value));
    if (unknown) return `${unknown[0]} ${whyUnknown(unknown[1])}`;
    return { get: (key) => plaintext(inputs[key]) };
  }

  private async settingsInState(urn: string): Promise<JsonObject> {
    this.resources ??= this.options.pulumi.resources({ showSecrets: true });
    const resources = await this.resources;
    const inputs = resources.find((resource) => resource.urn === urn)?.inputs ?? {};
    return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, plaintext(value) ?? null]));
  }
}

/** A reply that the platform may give to one request, and not to others. */
function isOutOfOrder(failure: PlatformError | undefined): boolean {
  return failure?.status !== undefined && failure.retryable;
}
