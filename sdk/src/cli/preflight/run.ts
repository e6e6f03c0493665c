import type { AnyResource } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/deployment";
import type { ConfigSource } from "../../platform/configuration";
import { ResourceAccount } from "../../pulumi/process/resource-account";
import { ResourceRecords } from "../../pulumi/process/resource-records";
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
import { type CheckedType, type Found, type SharedFacts, StepCheck } from "./step-check";
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
  handlers: ReadonlyMap<string, () => AnyResource>;
  pulumi: PulumiCli;
  session: Session;
  /** Ends all requests. */
  signal: AbortSignal;
  /** Called after each step. */
  onProgress(done: number, total: number): void;
}

const NO_CLASS = "this version of the package does not have the class";

type Pass = [
  operations: readonly Operation[],
  kind: keyof FoundObjects,
  ask: (check: StepCheck) => Promise<Finding[]>,
];

/** One after the other: a deletion leaves the objects that updates and creations use. */
const PASSES: readonly Pass[] = [
  [["update"], "update", checkUpdate],
  [CREATES, "create", checkCreation],
  [["read"], "create", async () => [unchecked("its id is known only during `up`")]],
  [DELETES, "delete", checkDeletion],
];

/** Asks the platform what the steps of a preview would meet. */
export class Preflight {
  private readonly accounts: PreflightAccounts;
  private readonly providers = new Map<string | undefined, StepAccount>();
  private readonly facts: SharedFacts;
  private readonly types = new Map<string, CheckedType>();

  constructor(private readonly options: PreflightOptions) {
    this.accounts = new PreflightAccounts(options);
    const steps = new Map(options.preview.steps.map((step) => [step.urn, step]));
    const [used, deletedFirst] = [new Set<string>(), new Set<string>()];
    this.facts = { lists: new CreationLists(), used, deletedFirst, updates: new Map(), steps };
  }

  async run(): Promise<PreflightResult> {
    const own = this.options.preview.steps.filter(({ isOurs }) => isOurs);
    await Promise.all(own.map((step) => this.recordObject(step)));
    const steps = await this.checkAll(own.filter(isChecked));
    return { accounts: await this.accounts.all(), providers: this.providers, steps };
  }

  private async checkAll(steps: readonly PreviewStep[]): Promise<CheckedStep[]> {
    const checked = steps.map((step): CheckedStep => ({ step, findings: [], found: {} }));
    const parts = PASSES.map(([operations]) => checked.filter(({ step }) => operations.includes(step.op)));
    // A replacement is checked as a creation and as a deletion.
    const total = parts.flat().length;
    let done = 0;
    for (const [index, [, kind, ask]] of PASSES.entries()) {
      const all = parts[index]?.map(async ({ step, findings, found }) => {
        const provider = kind === "delete" ? providerBefore(step) : step.provider;
        const account = await this.accounts.of(provider);
        this.providers.set(provider, account);
        const check = account.source && this.checkOf(step, provider, account.source);
        // The finding of the account says why.
        const reason = account.source ? NO_CLASS : `${account.name} cannot be used`;
        findings.push(...(check ? await ask(check) : [unchecked(reason)]));
        found[kind] = check?.found;
        this.options.onProgress(++done, total);
      });
      await Promise.all(all ?? []);
    }
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
    const key = check.on.account.objectKey(id, outputs);
    if (isKept) this.facts.used.add(key);
    if (op === "update") this.facts.updates.set(key, step);
    if (deletesFirst && check.reasonToStay === undefined) this.facts.deletedFirst.add(key);
  }

  private checkOf(
    step: PreviewStep,
    provider: string | undefined,
    source: ConfigSource,
  ): StepCheck | undefined {
    const { handlers, session, signal } = this.options;
    const key = `${step.type} ${provider}`;
    const resource = handlers.get(step.type)?.();
    if (resource === undefined) return undefined;
    let on = this.types.get(key);
    if (on === undefined) {
      const account = new ResourceAccount(resource, session);
      account.configure(source);
      const records = new ResourceRecords(session.recordStore, session.left, account);
      const reader: Reader = account.platform.apiFor({ signal });
      on = { resource: resource as CheckedType["resource"], account, records, reader };
      this.types.set(key, on);
    }
    return new StepCheck(on, this.facts, step);
  }
}
