import { z } from "zod";
import type { ObjectKind } from "../areas/object-kind";
import { check } from "../core/check";
import { invalid } from "../core/problem";
import { readThrown } from "../core/thrown";

/** Objects for the start that cannot be added, as a sentence with the path of each. */
export class InvalidObjects extends Error {}

/** Adds objects, given as lists by the name of their kind. */
export function addObjects(kinds: readonly ObjectKind[], objects: unknown): void {
  try {
    const checked = check(schemaOf(kinds), objects, "objects");
    for (const kind of kinds) addEach(kind, checked[kind.name] ?? []);
  } catch (problem) {
    throw new InvalidObjects(readThrown(problem).message);
  }
}

function addEach(kind: ObjectKind, additions: readonly unknown[]): void {
  for (const [index, addition] of additions.entries()) {
    try {
      kind.add(addition);
    } catch (problem) {
      throw invalid({ [`${kind.name}.${index}`]: [readThrown(problem).message] });
    }
  }
}

type Objects = Readonly<Record<string, readonly unknown[] | undefined>>;

function schemaOf(kinds: readonly ObjectKind[]): z.ZodType<Objects> {
  const names = kinds.map(({ name }) => name);
  const fields = kinds.map(({ name, addition }) => [name, z.array(addition).exactOptional()] as const);
  const unknownKind = z.custom(() => false, `Unknown kind of objects. The kinds are ${names.join(", ")}.`);
  return z
    .object(Object.fromEntries(fields), {
      error: 'Must be an object with lists of objects by their kind, such as { "routers": [] }.',
    })
    .catchall(unknownKind) as z.ZodType<Objects>;
}
