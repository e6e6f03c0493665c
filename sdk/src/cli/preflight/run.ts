import type { AnyHandler } from "../../lifecycle/handler";
import type { ConfigSource } from "../../platform/configuration";
import { ResourceAccount } from "../../pulumi/process/resource-account";
import { ResourceProgress } from "../../pulumi/process/resource-progress";
import type { Session } from "../../pulumi/process/session";
import type { PulumiCli } from "../pulumi";
import { PreflightAccounts, type StepAccount } from "./accounts";
import { checkCreation } from "./creation-check";
import { CreationLists } from "./creations";
import { checkDeletion } from "./deletion-check";
import { type Finding, unchecked } from "./finding";
import {
  CREATES,
  DELETES,
  isChecked,
  type Operation,
  type Preview,
  type PreviewStep,
  providerBefore,
} from "./preview";
import { type Found, type SharedFacts, StepCheck } from "./step-check";
import { checkUpdate } from "./update-check";

/** The findings of one step. */
export interface CheckedStep {
  step: PreviewStep;
  findings: Finding[];
  found: FoundObjects;
}

/** The objects that the operations of a step use. */
export type FoundObjects = { [operation in "create" | "update" | "delete"]?: Found | undefined };

export interface PreflightResult {
  accounts: StepAccount[];
  /** The accounts of checked steps, by the references to their Providers. */
  providers: ReadonlyMap<string | undefined, StepAccount>;
  steps: CheckedStep[];
}

export interface PreflightOptions {
  preview: Preview;
  /** Whether this command has run the preview. Otherwise anybody may have written it. */
  isOwnPreview: boolean;
  handlers: ReadonlyMap<string, () => AnyHandler>;
  pulumi: PulumiCli;
  session: Session;
  /** Ends all requests. */
  signal: AbortSignal;
  /** Called after each step. */
  onProgress(done: number, total: number): void;
}

const NO_CLASS = "this version of the package does not have the class";

/** Asks the platform what the steps of a preview would meet. */
export class Preflight {
  private readonly accounts: PreflightAccounts;
  private readonly providers = new Map<string | undefined, StepAccount>();
  private readonly used = new Set<string>();
  private readonly deletedFirst = new Set<string>();
  private readonly updates = new Map<string, PreviewStep>();
  private readonly facts: SharedFacts;
  private readonly checks = new Map<string, (step: PreviewStep) => StepCheck>();

  constructor(private readonly options: PreflightOptions) {
    this.accounts = new PreflightAccounts(options);
    const { used, deletedFirst, updates } = this;
    const steps = new Map(options.preview.steps.map((step) => [step.urn, step]));
    this.facts = { lists: new CreationLists(), used, deletedFirst, updates, steps };
  }

  async run(): Promise<PreflightResult> {
    const own = this.options.preview.steps.filter(({ isOurs }) => isOurs);
    await Promise.all(own.map((step) => this.recordObject(step)));
    const steps = await this.checkAll(own.filter(isChecked));
    return { accounts: await this.accounts.all(), providers: this.providers, steps };
  }

  private async checkAll(steps: readonly PreviewStep[]): Promise<CheckedStep[]> {
    const checked = steps.map((step): CheckedStep => ({ step, findings: [], found: {} }));
    // A replacement is checked as a creation and as a deletion.
    const total = checked.length + checked.filter(({ step }) => step.op === "replace").length;
    let done = 0;
    const pass = async (operations: readonly Operation[], providerOf: ProviderOf, ask: Ask) => {
      const part = checked.filter(({ step }) => operations.includes(step.op));
      await Promise.all(
        part.map(async ({ step, findings, found }) => {
          const provider = providerOf(step);
          const account = await this.accounts.of(provider);
          this.providers.set(provider, account);
          const { name, source } = account;
          const check = source && this.checkOf(step, provider, source);
          // The finding of the account says why.
          const reason = source ? NO_CLASS : `${name} cannot be used`;
          findings.push(...(check ? await ask(check, found) : [unchecked(reason)]));
          this.options.onProgress(++done, total);
        }),
      );
    };
    await pass(["update"], providerAfter, recording("update", checkUpdate));
    await pass(CREATES, providerAfter, recording("create", checkCreation));
    await pass(["read"], providerAfter, async () => [unchecked("its id is known only during `up`")]);
    // A deletion leaves the objects that creations use.
    await pass(DELETES, providerBefore, recording("delete", checkDeletion));
    return checked;
  }

  /** Records the object that a resource keeps or changes, or that its replacement deletes first. */
  private async recordObject(step: PreviewStep): Promise<void> {
    const { before: { id, outputs, provider = step.provider } = {}, op, deletesFirst } = step;
    const isKept = op === "same" || op === "update";
    if (id === undefined || outputs === undefined || !(isKept || deletesFirst)) return;
    const source = await this.accounts.sourceOf(provider);
    const check = source && this.checkOf(step, provider, source);
    if (!check) return;
    const key = check.account.objectKey(id, outputs);
    if (isKept) this.used.add(key);
    if (op === "update") this.updates.set(key, step);
    if (deletesFirst && check.reasonToStay === undefined) this.deletedFirst.add(key);
  }

  private checkOf(
    step: PreviewStep,
    provider: string | undefined,
    source: ConfigSource,
  ): StepCheck | undefined {
    const { handlers, session, signal } = this.options;
    const key = `${step.type} ${provider}`;
    const known = this.checks.get(key);
    const handler = handlers.get(step.type)?.();
    if (known || handler === undefined) return known?.(step);
    const account = new ResourceAccount(handler, session);
    account.configure(source);
    const api = account.platform.apiFor({ signal });
    const progress = new ResourceProgress(session.progressStore, account);
    const check = (one: PreviewStep) => new StepCheck(handler, account, progress, api, this.facts, one);
    this.checks.set(key, check);
    return check(step);
  }
}

type Ask = (check: StepCheck, found: FoundObjects) => Promise<Finding[]>;
type ProviderOf = (step: PreviewStep) => string | undefined;

const providerAfter: ProviderOf = ({ provider }) => provider;

/** Records the object that a check finds. */
function recording(operation: keyof FoundObjects, ask: (check: StepCheck) => Promise<Finding[]>): Ask {
  return async (check, found) => {
    const findings = await ask(check);
    found[operation] = check.found;
    return findings;
  };
}
