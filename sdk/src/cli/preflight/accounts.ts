import { CodedError } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import type { ConfigSource } from "../../platform/configuration";
import { nameOf } from "../../pulumi/names";
import type { Session } from "../../pulumi/process/session";
import type { JsonObject } from "../../util/json";
import { DOCTOR } from "../doctor/errors";
import type { PulumiCli, StackConfig, StateResource } from "../pulumi";
import { plaintext } from "../stack-provider";
import { type Finding, findingOf, ok, unchecked } from "./finding";
import { whyUnknown } from "./known-inputs";
import { type Preview, type PreviewStep, SECRET, urnOfProvider } from "./preview";

/** The account of a Provider. */
export interface StepAccount {
  /** Where its settings come from. */
  name: string;
  /** Absent if the account cannot be used; the finding says why. */
  source?: ConfigSource;
  finding: Finding;
}

const KEY = "cloudplatform:apiKey";

/** Finds the settings of each Provider of a preview, and asks once for each account whether the platform accepts it. */
export class PreflightAccounts {
  private readonly accounts = new Map<string, Promise<StepAccount>>();
  private readonly providers: Map<string, PreviewStep>;
  private config: Promise<StackConfig> | undefined;
  private resources: Promise<StateResource[]> | undefined;

  constructor(
    private readonly options: {
      preview: Preview;
      pulumi: PulumiCli;
      session: Session;
      signal: AbortSignal;
    },
  ) {
    const providers = options.preview.steps.filter(({ type }) => type.startsWith("pulumi:providers:"));
    this.providers = new Map(providers.map((step) => [step.urn, step]));
  }

  /** The account of a step. */
  of({ provider = "" }: PreviewStep): Promise<StepAccount> {
    const urn = isDefault(provider) ? "" : urnOfProvider(provider);
    const account = this.accounts.get(urn) ?? this.open(urn);
    this.accounts.set(urn, account);
    return account;
  }

  all(): Promise<StepAccount[]> {
    return Promise.all(this.accounts.values());
  }

  private async open(urn: string): Promise<StepAccount> {
    const name = urn === "" ? "the stack's configuration" : `Provider ${nameOf(urn)}`;
    try {
      const source = urn === "" ? await this.stackSource() : await this.providerSource(urn);
      if (typeof source === "string") return { name, finding: unchecked(source) };
      const finding = await this.check(source);
      return { name, finding, ...(finding.level === "ok" && { source }) };
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      return { name, finding: findingOf(error) };
    }
  }

  private async check(source: ConfigSource): Promise<Finding> {
    const platform = this.options.session.accounts.get(source);
    const { baseUrl } = platform.configuration;
    const { isApi, failure } = await platform.check(this.options.signal);
    if (failure?.status === 401) return findingOf(failure);
    if (isApi) return ok(`${baseUrl} is the platform's API${failure ? "" : ", and accepts the key"}`);
    if (failure && failure.code !== REPLIES.notFound.code) return { ...findingOf(failure), level: "fails" };
    return findingOf(DOCTOR.notTheApi.error({ baseUrl, reason: failure?.summary ?? "" }));
  }

  /** The preview has the configuration, except for secret values. */
  private async stackSource(): Promise<ConfigSource> {
    const { config } = this.options.preview;
    const isComplete = !Object.values(config).includes(SECRET);
    if (isComplete) return { get: (key) => config[key] };
    this.config ??= this.options.pulumi.config();
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
      if (step === undefined) Object.assign(inputs, state);
      else inputs[KEY] = state[KEY] as string;
    }
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

function isDefault(provider: string): boolean {
  return provider === "" || /^default(_|$)/.test(nameOf(urnOfProvider(provider)));
}
