import { pluginToken, typeToken } from "../../../sdk/src/pulumi/names";
import type { JsonObject } from "../../../sdk/src/util/json";
import type { AccountName, Declaration, Door, ResourceType } from "./program";

/** A resource in the state of the stack. Values are as the engine decrypts them. */
export interface Entry {
  urn: string;
  name: string;
  type: ResourceType;
  door: Door;
  account: AccountName;
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** The names of the properties that the state encrypts. */
  secret: string[];
  /** A partial failure: the next run updates the resource even if nothing differs. */
  initErrors?: string[];
  /** The plugin has asked for it after a partial failure. */
  refreshBeforeUpdate?: true;
  /** The object is deleted, and its replacement has not been created yet. */
  pendingReplacement?: true;
  /** It was replaced, and is deleted at the end of a run. */
  delete?: true;
  retainOnDelete: boolean;
  after: string[];
}

export interface PendingOperation {
  type: "creating" | "updating" | "deleting" | "reading";
  entry: Omit<Entry, "id" | "outputs">;
}

export interface Snapshot {
  entries: Entry[];
  pending: PendingOperation[];
  /** The time of the last write, by the clock of the machine. */
  writtenAt: number;
}

/** The state of the stack in its backend, and the runs that have ended. */
export class Stack {
  saved: Snapshot = { entries: [], pending: [], writtenAt: 0 };
  /** The newest first. */
  readonly runs: Array<{ kind: string; result: "succeeded" | "failed"; end: number }> = [];

  constructor(readonly createdAt: number) {}
}

export function urnOf({ type, door, name }: Pick<Declaration, "type" | "door" | "name">): string {
  const token = door === "classes" ? typeToken(type) : pluginToken(type);
  return `urn:pulumi:dev::network::${token}::${name}`;
}

/** Whether a resource in the state is the declared one, perhaps with an earlier name, or from the other door. */
export function isOfDeclaration(entry: Entry, { type, name, formerNames }: Declaration): boolean {
  return !entry.delete && entry.type === type && (entry.name === name || formerNames.includes(entry.name));
}
