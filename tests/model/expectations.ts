import { expect } from "@jest/globals";
import { canonicalJson, type Json, type JsonObject } from "../../sdk/src/util/json";
import type { Model } from "./model";
import type { Facts, Subject, Thing } from "./subject";
import type { Sight, World } from "./world";

/** There is one object, and it is as it should be. */
export function expectConverged(model: Model, world: World, args: JsonObject, before: Sight): void {
  const { subject, lost } = world;
  const { own, others } = world.look();
  expect(own).toBeDefined();
  const { id, facts } = own as Thing;
  const left = others.filter((thing) => !subject.harmless?.(thing) && !subject.stays);
  expect(left.filter((thing) => !lost.has(thing.id))).toEqual([]);
  // What a run has made of which the state never heard is taken, unless it is something else.
  expect(left.map((thing) => subject.identity(thing.facts))).not.toContain(subject.identity(facts));
  const known = [before.own, ...before.others].find((thing) => thing?.id === id);
  const was = subject.remembers && lost.has(id) ? undefined : known?.facts;
  expect(facts).toEqual(expected(model, subject, args, was, facts));
}

/** The state's outputs are what the platform has. */
export function expectKnown(world: World): void {
  const known = world.subject.known(world.life.outputs);
  const { own } = world.look();
  if (world.tells) expect(known).toEqual(own?.facts);
  else expect(own?.facts).toMatchObject(known);
}

/** All of an object: what is declared, what is declared no longer, and what has never been. */
function expected(
  model: Model,
  subject: Subject,
  args: JsonObject,
  was: Facts | undefined,
  actual: Facts,
): Facts {
  const declared = subject.declared(args);
  const others = Object.entries(actual)
    .filter(([field]) => !(field in declared))
    .map(([field, value]) => {
      const may = possible(model, subject, field, was);
      const fits = may.length === 0 || may.some((one) => canonicalJson(one) === canonicalJson(value));
      return [field, fits ? value : (may[0] as Json)];
    });
  const stays = Object.entries(declared).filter(
    ([field, value]) =>
      model.mayStay(field, value) &&
      (subject.inParts?.(field) ||
        canonicalJson(was?.[field] ?? null) === canonicalJson(actual[field] ?? null)),
  );
  const left = stays.flatMap(([field]) => (field in actual ? [[field, actual[field] as Json]] : []));
  const wanted = Object.entries(declared).filter((entry) => !stays.includes(entry));
  return { ...Object.fromEntries(wanted), ...Object.fromEntries([...left, ...others]) };
}

/** What an undeclared field may be; anything where there is nothing. */
function possible(
  { declared, unsure, before }: Model,
  { fresh, reset }: Subject,
  field: string,
  was: Facts | undefined,
): Json[] {
  const all = { ...fresh, ...was };
  const after = { ...all, ...reset };
  const values =
    was?.[field] === undefined
      ? [fresh[field]]
      : unsure.has(field)
        ? [after[field], { ...fresh, ...before }[field]]
        : [declared.has(field) ? after[field] : all[field]];
  return values.filter((value) => value !== undefined);
}
