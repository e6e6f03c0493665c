import { canonicalJson, type Json, type JsonObject } from "../../sdk/src/util/json";
import type { Fields } from "./resource-spec";

/** What a user expects of one resource, after the operations so far. */
export class Model {
  /** The arguments of the last run. */
  args: JsonObject | undefined;
  /** The arguments before they last changed. */
  previousArgs: JsonObject | undefined;
  /** Whether the state contains the resource. */
  inState = false;
  /** Whether the object exists at the platform. */
  exists = false;
  /** The fields that were declared in the last successful run. */
  declared = new Set<string>();
  /** The fields that failed runs may have changed since then. */
  unsure = new Set<string>();
  /** The fields of the object before the first of those failed runs. */
  before: Fields | undefined;
  /** The recorded fields of the last successful run. */
  recorded: Fields = {};
  /** Whether somebody else has changed the object since the last refresh. An update does not overwrite such a change. */
  hasDrift = false;
  /** Whether the last read may have returned old values. */
  hasOldValues = false;
  /** Whether the last run succeeded and nothing has happened since. */
  isConverged = false;

  /** The program declares these arguments in the next run. */
  declare(args: JsonObject): void {
    if (canonicalJson(args) === canonicalJson(this.args ?? null)) return;
    this.previousArgs = this.args;
    this.args = args;
  }

  /** A run that declared these fields succeeded. */
  converged(
    declared: Fields,
    recorded: Fields,
    { hasOldValues, hasDrift }: { hasOldValues: boolean; hasDrift: boolean },
  ): void {
    this.inState = true;
    this.exists = true;
    this.isConverged = !hasOldValues;
    this.recorded = recorded;
    this.clearUnsure(Object.keys(declared));
    this.hasOldValues = hasOldValues;
    this.hasDrift = hasDrift;
  }

  /** Whether an update may leave drift of a declared field, because the preview does not show the field. */
  mayKeepDrift(field: string, value: Json): boolean {
    const isRecorded = canonicalJson(this.recorded[field] ?? null) === canonicalJson(value);
    return this.hasDrift && (isRecorded || this.unsure.size > 0);
  }

  /** The state does not contain the resource any more. */
  removed(): void {
    this.inState = false;
    this.exists = false;
    this.isConverged = false;
    this.clearUnsure([]);
  }

  /** A run that declared these fields failed. */
  failed(fields: string[], before: Fields): void {
    this.before ??= before;
    this.unsure = new Set([...this.unsure, ...this.declared, ...fields]);
    this.isConverged = false;
  }

  /** Somebody else has changed the object, which now has these fields, or has deleted it. */
  drifted(fields: Fields | undefined): void {
    this.hasDrift = true;
    this.isConverged = false;
    this.exists = fields !== undefined;
    if (this.before) this.before = { ...this.before, ...fields };
  }

  /** The state contains the live values. */
  refreshed(): void {
    this.hasDrift = false;
    this.hasOldValues = false;
  }

  private clearUnsure(declared: string[]): void {
    this.declared = new Set(declared);
    this.unsure = new Set();
    this.before = undefined;
    this.refreshed();
  }
}
