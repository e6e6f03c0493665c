import type { Session } from "../../provider/session";
import { pluginToken, tokenOf } from "../../pulumi/names";
import { revealed } from "../../pulumi/secret-values";
import type { JsonObject } from "../../util/json";
import type { ExportedState } from "../pulumi";
import type { StackSettings } from "../stack-provider";
import { isReplacement, type LostOperation, type Window } from "./lost-run";
import type { RecoveredOperation } from "./report";
import { LostCreations, type Recovery } from "./search";

/** The organization of a backend without organizations. */
const NO_ORGANIZATION = "organization";

/** Finds what has become of the operations of a lost run, and writes the records with which `up` continues the creations. */
export class Recovered {
  private readonly creations = new Map<string, LostCreations | undefined>();

  constructor(
    private readonly settings: Pick<StackSettings, "of">,
    private readonly state: ExportedState,
    /** Its record store gets the records. */
    private readonly session: Session,
    private readonly organization: string | undefined,
    /** Prints what it waits for. */
    private readonly note: (text: string) => void,
  ) {}

  /** One after the other, so that no object is the one of two creations. */
  async all(lost: readonly LostOperation[], window: Window) {
    const { session } = this;
    const recovered: RecoveredOperation[] = [];
    try {
      for (const operation of lost) {
        if (operation.kind !== "creating") recovered.push({ operation });
        else recovered.push({ operation, recovery: await this.creation(operation, window) });
      }
      return recovered;
    } finally {
      await session.accounts.close();
    }
  }

  private async creation(lost: LostOperation, window: Window): Promise<Recovery> {
    const { type: noun } = lost.handler;
    const key = `${noun} ${lost.provider}`;
    if (!this.creations.has(key)) this.creations.set(key, await this.open(lost));
    const creations = this.creations.get(key);
    if (creations === undefined)
      return { is: "unclear", noun, candidates: [], reason: "the state does not have its Provider" };
    const recovery = await creations.find(lost, window);
    if (recovery.is === "continues") this.write(lost, creations, recovery);
    else if (lost.known && !isReplacement(lost)) return { is: "done" };
    return recovery;
  }

  private async open(lost: LostOperation): Promise<LostCreations | undefined> {
    const source = await this.settings.of(lost.provider);
    if (source === undefined) return undefined;
    const creations = new LostCreations(lost.handler, this.session, source, this.note);
    // No object that the state has is the object of an unfinished creation.
    for (const { id, outputs, type } of this.state.resources)
      if (id !== undefined && type.endsWith(`:${lost.handler.type}`))
        creations.account.use(id, revealed(outputs ?? {}) as JsonObject);
    return creations;
  }

  /** The plugin of other languages does not know the organization. */
  private organizationOf(urn: string): string | undefined {
    const isOfPlugin = tokenOf(urn).startsWith(pluginToken(""));
    return isOfPlugin || this.organization === NO_ORGANIZATION ? undefined : this.organization;
  }

  /** The record that a killed run leaves on its own machine. One that this machine has of the same object stays. */
  private write(
    { urn }: LostOperation,
    { account }: LostCreations,
    { unfinished }: Extract<Recovery, { is: "continues" }>,
  ): void {
    const journal = account.journalOf({ urn, organization: this.organizationOf(urn) });
    if (journal?.begun?.id !== unfinished.id) journal?.note(unfinished);
  }
}
