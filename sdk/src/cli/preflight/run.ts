import type { AnyHandler } from "../../lifecycle/handler";
import type { ConfigSource } from "../../platform/configuration";
import { ResourceAccount } from "../../pulumi/process/resource-account";
import { ResourceProgress } from "../../pulumi/process/resource-progress";
import type { Session } from "../../pulumi/process/session";
import type { PulumiCli } from "../pulumi";
import { PreflightAccounts, type StepAccount } from "./accounts";
import { CreationLists } from "./creations";
import { type Finding, unchecked } from "./finding";
import type { Operation, Preview, PreviewStep } from "./preview";
import { StepCheck } from "./step-check";

/** The findings of one step. */
export interface CheckedStep {
  step: PreviewStep;
  findings: Finding[];
}

export interface PreflightResult {
  accounts: StepAccount[];
  steps: CheckedStep[];
}

export interface PreflightOptions {
  preview: Preview;
  handlers: ReadonlyMap<string, () => AnyHandler>;
  pulumi: PulumiCli;
  session: Session;
  /** Ends all requests. */
  signal: AbortSignal;
  /** Called after each step. */
  onProgress(done: number, total: number): void;
}

const CREATES: readonly Operation[] = ["create", "replace", "create-replacement"];
const DELETES: readonly Operation[] = ["delete", "replace", "delete-replaced"];

/** Whether the platform is asked about a step. The others change nothing, or are of other packages. */
export function isChecked({ isOurs, op }: PreviewStep): boolean {
  return isOurs && (op === "update" || CREATES.includes(op) || DELETES.includes(op));
}

/** Asks the platform what the steps of a preview would meet. */
export class Preflight {
  private readonly accounts: PreflightAccounts;
  private readonly used = new Set<string>();
  private readonly deletedFirst = new Set<string>();
  private readonly lists = new CreationLists();
  private readonly checks = new Map<string, (step: PreviewStep) => StepCheck>();

  constructor(private readonly options: PreflightOptions) {
    this.accounts = new PreflightAccounts(options);
  }

  async run(): Promise<PreflightResult> {
    const own = this.options.preview.steps.filter(({ isOurs }) => isOurs);
    const withAccounts = own.map(async (step) => ({ step, account: await this.accounts.of(step) }));
    const steps = await Promise.all(withAccounts);
    for (const { step, account } of steps) this.recordObject(step, account);
    return { accounts: await this.accounts.all(), steps: await this.checkAll(steps) };
  }

  private async checkAll(
    steps: ReadonlyArray<{ step: PreviewStep; account: StepAccount }>,
  ): Promise<CheckedStep[]> {
    const checked = steps
      .filter(({ step }) => isChecked(step))
      .map((each) => ({ ...each, findings: [] as Finding[] }));
    // A replacement is checked as a creation and as a deletion.
    const total = checked.length + checked.filter(({ step }) => step.op === "replace").length;
    let done = 0;
    const pass = async (operations: readonly Operation[], ask: Ask) => {
      const part = checked.filter(({ step }) => operations.includes(step.op));
      await Promise.all(
        part.map(async ({ step, account, findings }) => {
          const check = account.source && this.checkOf(step, account.source);
          // The finding of the account says why.
          findings.push(...(check ? await ask(check, step) : [unchecked(`${account.name} cannot be used`)]));
          this.options.onProgress(++done, total);
        }),
      );
    };
    await pass([...CREATES, "update"], (check, step) =>
      step.op === "update" ? check.update() : check.creation(),
    );
    // A deletion leaves the objects that creations use.
    await pass(DELETES, (check) => check.deletion());
    return checked;
  }

  /** Records the object that a resource keeps, or that its replacement deletes first. */
  private recordObject(step: PreviewStep, { source }: StepAccount): void {
    const { before, op, deletesFirst } = step;
    const check = source && before?.id && this.checkOf(step, source);
    if (!check || !before?.id) return;
    const key = check.account.objectKey(before.id, before.outputs);
    if (deletesFirst) this.deletedFirst.add(key);
    if (!DELETES.includes(op)) this.used.add(key);
  }

  private checkOf(step: PreviewStep, source: ConfigSource): StepCheck | undefined {
    const { handlers, session, signal } = this.options;
    const key = `${step.type} ${step.provider}`;
    const known = this.checks.get(key);
    const handler = handlers.get(step.type)?.();
    if (known || handler === undefined) return known?.(step);
    const account = new ResourceAccount(handler, session);
    account.configure(source);
    const api = account.platform.apiFor({ signal });
    const { lists, used, deletedFirst } = this;
    const progress = new ResourceProgress(session.progressStore, account);
    const facts = { lists, used, deletedFirst };
    const check = (one: PreviewStep) => new StepCheck(handler, account, progress, api, facts, one);
    this.checks.set(key, check);
    return check(step);
  }
}

type Ask = (check: StepCheck, step: PreviewStep) => Promise<Finding[]>;
