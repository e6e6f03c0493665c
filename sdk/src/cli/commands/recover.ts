import { realpathSync } from "node:fs";
import { FileRecordStore, placeOf, type RecordStore } from "../../pulumi/files/record-store";
import { pluginToken, tokenOf } from "../../pulumi/names";
import { Session } from "../../pulumi/process/session";
import { revealed } from "../../pulumi/secret-values";
import type { JsonObject } from "../../util/json";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { print, widthOf } from "../output";
import { findProject } from "../project";
import { type ExportedState, PulumiCli } from "../pulumi";
import { NO_ENGINE } from "../reader";
import {
  isReplacement,
  type LostOperation,
  lostOperations,
  type Window,
  windowOf,
} from "../recover/lost-run";
import { isUnclear, jsonOf, NO_EVIDENCE, type RecoveredOperation, textOf } from "../recover/report";
import { LostCreations, type Recovery } from "../recover/search";
import { StackSettings } from "../stack-provider";

export const recover = defineCommand({
  summary:
    "Prepares this machine to continue a lost run. Exit code 1: something is unclear; 2: recover failed.",
  arguments: {},
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    check: { type: "boolean", meaning: "Print the report, and write no record." },
    json: { type: "boolean", meaning: "Print JSON." },
  },
  // 1 means that something is unclear.
  failureCode: 2,
  run: (_args, options) => run(options),
});

interface Options {
  stack?: string;
  check?: boolean;
  json?: boolean;
}

async function run({ stack, check = false, json }: Options): Promise<number> {
  const project = findProject(process.cwd());
  if (project === undefined) throw COMMAND.noProject.error();
  const pulumi = new PulumiCli(stack);
  const state = await pulumi.state({ showSecrets: true });
  const lost = lostOperations(state);
  const window = windowOf(state, await pulumi.runs());
  const recordStore = new FileRecordStore(placeOf(realpathSync(project.programFolder)), check);
  const parts = (await pulumi.qualifiedName()).split("/");
  const organization = parts.length === 3 ? parts[0] : undefined;
  const recovered = new Recovered(pulumi, state, recordStore, organization);
  const operations = await recovered.all(lost, window);
  const report = { stack, window, operations };
  if (json) print(jsonOf(report));
  else print(operations.length === 0 ? NO_EVIDENCE : textOf(report, widthOf()));
  return operations.some(isUnclear) ? 1 : 0;
}

/** The organization of a backend without organizations. */
const NO_ORGANIZATION = "organization";

/** Finds what has become of the operations of a lost run, and writes the records with which `up` continues the creations. */
class Recovered {
  private readonly settings: StackSettings;
  private readonly creations = new Map<string, LostCreations | undefined>();

  constructor(
    pulumi: PulumiCli,
    private readonly state: ExportedState,
    private readonly recordStore: RecordStore,
    private readonly organization: string | undefined,
  ) {
    this.settings = new StackSettings(state.resources, pulumi);
  }

  /** One after the other, so that no object is the one of two creations. */
  async all(lost: readonly LostOperation[], window: Window) {
    const session = new Session({
      ...{ process: "command" as const, engine: NO_ENGINE },
      recordStore: this.recordStore,
    });
    const recovered: RecoveredOperation[] = [];
    try {
      for (const operation of lost) {
        if (operation.kind !== "creating") recovered.push({ operation });
        else recovered.push({ operation, recovery: await this.creation(operation, window, session) });
      }
      return recovered;
    } finally {
      await session.accounts.close();
    }
  }

  private async creation(lost: LostOperation, window: Window, session: Session): Promise<Recovery> {
    const { type: noun } = lost.handler;
    const key = `${noun} ${lost.provider}`;
    if (!this.creations.has(key)) this.creations.set(key, await this.open(lost, session));
    const creations = this.creations.get(key);
    if (creations === undefined)
      return { is: "unclear", noun, candidates: [], reason: "the state does not have its Provider" };
    const recovery = await creations.find(lost, window);
    if (recovery.is === "continues") this.write(lost, creations, recovery);
    else if (lost.known && !isReplacement(lost)) return { is: "done" };
    return recovery;
  }

  private async open(lost: LostOperation, session: Session): Promise<LostCreations | undefined> {
    const source = await this.settings.of(lost.provider);
    if (source === undefined) return undefined;
    const creations = new LostCreations(lost.handler, session, source);
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
    const { recordStore } = this;
    const { address } = account.platform;
    const resource = { urn, organization: this.organizationOf(urn) };
    const name = recordStore.nameOf(resource, address);
    const known = recordStore.entries().get(name)?.unfinished.id;
    if (known !== unfinished.id) recordStore.save(name, { unfinished, address, urn });
  }
}
