import { expect } from "@jest/globals";
import { canonicalJson, type JsonObject } from "../../sdk/src/util/json";
import type { Step } from "../support/in-process-resource";
import { expectConverged, expectStateMatches } from "./expectations";
import type { Model } from "./model";
import type { RunResult } from "./run-with-fault";
import type { Snapshot, System } from "./system";

// Operations of the program, each with the expectations that follow from the model.

/** `pulumi up` with these arguments. */
export async function up(model: Model, system: System, args: JsonObject): Promise<void> {
  const before = system.snapshot();
  const hasNoChange = model.isConverged && canonicalJson(args) === canonicalJson(model.args ?? null);
  model.declare(args);
  // What a list has before it is declared is of others: an update leaves it, and a refresh shows it as drift.
  const isNew = (field: string) => system.spec.isChangedByItem?.(field) && !model.declared.has(field);
  if (model.inState && Object.keys(system.spec.fieldsOfInputs(args)).some(isNew)) model.hasDrift = true;
  const result = await system.run(() => system.resource.up(args));
  if (result.failure) return expectFailedUp(model, system, args, before, result);
  if (hasNoChange) expect(result).toEqual({ value: "same", faults: [], requests: 0 });
  const usesPlatform =
    result.value !== "same" && !(result.value === "update" && system.spec.updatesOnlyState);
  // A run that does not read the object cannot repair drift.
  if (model.hasDrift && !usesPlatform) return expect(system.snapshot().own).toEqual(before.own);
  expectConverged(model, system, args, before);
  const hasOldValues = usesPlatform ? hadLaggingReads(result) : model.hasOldValues;
  const hasDrift = model.hasDrift && result.value === "update";
  if (!hasOldValues && !hasDrift) expectStateMatches(system);
  const declared = system.spec.fieldsOfInputs(args);
  const recorded = { ...system.spec.fieldsOfOutputs(system.resource.outputs), ...declared };
  model.converged(declared, recorded, { hasOldValues, hasDrift });
  system.deleteOrphans();
  system.orphans.clear();
}

function hadLaggingReads({ faults }: RunResult<unknown>): boolean {
  return faults.some((fault) => fault.startsWith("lagging-list"));
}

function expectFailedUp(
  model: Model,
  system: System,
  args: JsonObject,
  before: Snapshot,
  result: RunResult<Step>,
): void {
  const { spec, resource } = system;
  const now = system.snapshot();
  const wasDeletedByOthers = model.inState && !model.exists;
  // Drift may prevent a change.
  if (!wasDeletedByOthers && !model.hasDrift) expectCause(system, args, result);
  if (resource.state === undefined && spec.hasPredictableId) expect(now).toEqual(before);
  else if (resource.state === undefined) recordOrphans(system, before, args);
  model.inState = resource.state !== undefined;
  model.exists = model.inState && now.own !== undefined;
  model.failed(Object.keys(spec.fieldsOfInputs(args)), before.own?.fields ?? spec.initialFields);
}

/** A run fails only if a fault happened or the arguments cannot succeed. */
function expectCause(system: System, args: JsonObject, { failure, faults }: RunResult<Step>): void {
  const { spec, platform, resource } = system;
  const cannotSucceed = spec.cannotSucceed?.(args, spec.objects(platform), resource.pendingDeletions);
  if (failure && faults.length === 0 && !cannotSucceed) throw failure;
}

/**
 * Records the objects that the run created without writing them to the state. Deletes older orphans with another key,
 * as the user would: the failed runs have reported them.
 */
function recordOrphans(system: System, before: Snapshot, args: JsonObject): void {
  const { spec, orphans } = system;
  const existing = [before.own, ...before.others].map((object) => canonicalJson(object ?? null));
  for (const object of system.snapshot().others)
    if (!existing.includes(canonicalJson(object))) orphans.add(object.id);
  const key = spec.matchKey(spec.fieldsOfInputs(args));
  system.deleteOrphans((object) => spec.matchKey(object.fields) !== key);
}

/** `pulumi up` that is killed before the engine receives a result. */
export async function killedUp(model: Model, system: System, args: JsonObject): Promise<void> {
  const { resource } = system;
  const before = system.snapshot();
  model.declare(args);
  const result = await system.run(() => resource.up(args));
  expectCause(system, args, result);
  resource.state = undefined;
  recordOrphans(system, before, args);
  model.removed();
}

export async function refresh(model: Model, system: System): Promise<void> {
  const { spec, resource } = system;
  const before = system.snapshot();
  const { failure, faults } = await system.run(() => resource.refresh());
  if (failure && faults.length === 0) throw failure;
  const now = system.snapshot();
  model.isConverged = false;
  if (failure || !system.isReadable) return expect(now).toEqual(before);
  if (before.own === undefined) return expectRemoved(model, system);
  expect(now).toEqual(before);
  expectStateMatches(system);
  expect(now.own?.fields).toMatchObject(spec.fieldsOfInputs(resource.inputs));
  model.refreshed();
}

export async function destroy(model: Model, system: System): Promise<void> {
  const { spec, resource, orphans } = system;
  const before = system.snapshot();
  const { failure, faults } = await system.run(() => resource.destroy());
  if (failure && faults.length === 0) throw failure;
  const now = system.snapshot();
  // A failed deletion may have changed or deleted the object. Or only the deletion of an object that was replaced failed.
  if (failure) return resource.state ? model.drifted(now.own?.fields) : model.removed();
  if (spec.keptOnDelete) expect([now.own, ...now.others]).toContainEqual(before.own);
  else
    expect(now.others.filter((object) => !orphans.has(object.id) && !spec.isDefault?.(object))).toEqual([]);
  expectRemoved(model, system);
}

function expectRemoved(model: Model, system: System): void {
  expect(system.resource.state).toBeUndefined();
  model.removed();
  system.restoreAdopted();
}
