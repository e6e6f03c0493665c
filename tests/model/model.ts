import { canonicalJson, type Json, type JsonObject } from "../../sdk/src/util/json";
import type { Facts } from "./subject";

/** What there should be, as far as a user could say. */
export class Model {
  /** What the last run was to bring about, … */
  args: JsonObject | undefined;
  /** … and what was declared before that. */
  argsBefore: JsonObject | undefined;
  /** Whether the state has the resource. */
  inState = false;
  /** Whether its object is at the platform. */
  exists = false;
  /** The fields that were declared when a run last ended well. */
  declared = new Set<string>();
  /** The fields that runs were to change which have broken off since. */
  unsure = new Set<string>();
  /** How everything was before the first of those runs. */
  before: Facts | undefined;
  /** What the state had when a run last ended well. */
  recorded: Facts = {};
  /** Whether somebody else has changed the object since a refresh: an update leaves alone what its preview does not show. */
  stale = false;
  /** Whether the last look has shown what was before. */
  late = false;
  /** Whether the last run has ended well, and nothing has happened since. */
  settled = false;

  /** A run is to bring this about. */
  declares(args: JsonObject): void {
    if (canonicalJson(args) === canonicalJson(this.args ?? null)) return;
    this.argsBefore = this.args;
    this.args = args;
  }

  /** A run ended well in which these fields were declared. */
  converged(declared: Facts, recorded: Facts, { late, stale }: { late: boolean; stale: boolean }): void {
    this.inState = true;
    this.exists = true;
    this.settled = !late;
    this.recorded = recorded;
    this.certain(Object.keys(declared));
    this.late = late;
    this.stale = stale;
  }

  /** Whether an update may leave a declared field as somebody else has set it: what its preview shows does not have it. */
  mayStay(field: string, value: Json): boolean {
    const isRecorded = canonicalJson(this.recorded[field] ?? null) === canonicalJson(value);
    return this.stale && (isRecorded || this.unsure.size > 0);
  }

  /** The state does not have the resource any more. */
  forgotten(): void {
    this.inState = false;
    this.exists = false;
    this.settled = false;
    this.certain([]);
  }

  /** A run broke off in which these fields were declared. */
  brokeOff(fields: string[], before: Facts): void {
    this.before ??= before;
    this.unsure = new Set([...this.unsure, ...this.declared, ...fields]);
    this.settled = false;
  }

  /** Somebody else has changed the object to this, or deleted it. */
  drifted(facts: Facts | undefined): void {
    this.stale = true;
    this.settled = false;
    this.exists = facts !== undefined;
    if (this.before) this.before = { ...this.before, ...facts };
  }

  /** The state has been brought to what the platform has. */
  looked(): void {
    this.stale = false;
    this.late = false;
  }

  private certain(fields: string[]): void {
    this.declared = new Set(fields);
    this.unsure = new Set();
    this.before = undefined;
    this.looked();
  }
}
