import { expect } from "@jest/globals";
import { canonicalJson, type Json, type JsonObject } from "../../sdk/src/util/json";
import type { Model } from "./model";
import type { Fields, PlatformObject, ResourceSpec } from "./resource-spec";
import type { Snapshot, System } from "./system";

/** The platform has one object of the resource, with the expected fields. */
export function expectConverged(model: Model, system: System, args: JsonObject, before: Snapshot): void {
  const { spec, orphans } = system;
  const { own, others } = system.snapshot();
  expect(own).toBeDefined();
  const { id, fields } = own as PlatformObject;
  const remaining = others.filter((object) => !spec.isDefault?.(object) && !spec.keptOnDelete);
  expect(remaining.filter((object) => !orphans.has(object.id))).toEqual([]);
  // A run that finds an orphan with the same key adopts it instead of creating another object.
  expect(remaining.map((object) => spec.matchKey(object.fields))).not.toContain(spec.matchKey(fields));
  const earlier = [before.own, ...before.others].find((object) => object?.id === id);
  const fieldsBefore = spec.knowsInputsOfKilledRun && orphans.has(id) ? undefined : earlier?.fields;
  expect(fields).toEqual(expectedFields(model, spec, args, fieldsBefore, fields));
}

/** The state has the values of the platform. */
export function expectStateMatches(system: System): void {
  const recorded = system.spec.fieldsOfOutputs(system.resource.outputs);
  const { own } = system.snapshot();
  if (system.isReadable) expect(recorded).toEqual(own?.fields);
  else expect(own?.fields).toMatchObject(recorded);
}

/** All fields that the object should have. Where several values are valid, the actual one is expected. */
function expectedFields(
  model: Model,
  spec: ResourceSpec,
  args: JsonObject,
  before: Fields | undefined,
  actual: Fields,
): Fields {
  const declared = spec.fieldsOfInputs(args);
  const undeclared = Object.entries(actual)
    .filter(([field]) => !(field in declared))
    .map(([field, value]) => {
      const valid = validUndeclared(model, spec, field, before);
      const isValid = valid.length === 0 || valid.some((one) => canonicalJson(one) === canonicalJson(value));
      return [field, isValid ? value : (valid[0] as Json)];
    });
  const drifted = Object.entries(declared).filter(([field, value]) =>
    spec.isChangedByItem?.(field)
      ? model.hasDrift
      : model.mayKeepDrift(field, value) &&
        canonicalJson(before?.[field] ?? null) === canonicalJson(actual[field] ?? null),
  );
  const kept = drifted.flatMap(([field]) => (field in actual ? [[field, actual[field] as Json]] : []));
  const applied = Object.entries(declared).filter((entry) => !drifted.includes(entry));
  return { ...Object.fromEntries(applied), ...Object.fromEntries([...kept, ...undeclared]) };
}

/** The valid values of an undeclared field. If there are none, any value is valid. */
function validUndeclared(
  { declared, unsure, before: beforeFailures }: Model,
  { initialFields, resetFields }: ResourceSpec,
  field: string,
  before: Fields | undefined,
): Json[] {
  const unchanged = { ...initialFields, ...before };
  const reset = { ...unchanged, ...resetFields };
  const values =
    before?.[field] === undefined
      ? [initialFields[field]]
      : unsure.has(field)
        ? [reset[field], { ...initialFields, ...beforeFailures }[field]]
        : [declared.has(field) ? reset[field] : unchanged[field]];
  return values.filter((value) => value !== undefined);
}
