import { z } from "zod";
import type { ObjectKind } from "../areas/object-kind";
import { check } from "../core/check";
import { didYouMean } from "../core/nearest";
import { invalid, Problem } from "../core/problem";
import { readThrown } from "../core/thrown";

/** Nobody corrects more at once. */
const MAX_FIELDS = 20;

/** Objects for the start that cannot be added, as a sentence with the path of each. */
export class InvalidObjects extends Error {}

/** Adds objects, given as lists by the name of their kind. */
export function addObjects(kinds: readonly ObjectKind[], objects: unknown): void {
  try {
    const checked = check(schemaOf(kinds), objects, "objects");
    for (const kind of kinds) addEach(kind, checked[kind.name] ?? []);
  } catch (problem) {
    throw new InvalidObjects(sentenceOf(problem));
  }
}

function sentenceOf(problem: unknown): string {
  const fields = problem instanceof Problem ? Object.entries(problem.invalidFields ?? {}) : [];
  if (fields.length <= MAX_FIELDS) return readThrown(problem).message;
  const first = invalid(Object.fromEntries(fields.slice(0, MAX_FIELDS)));
  return `${first.message}; and ${fields.length - MAX_FIELDS} more`;
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
  const fields = kinds.map(({ name, addition }) => [name, z.array(addition).exactOptional()] as const);
  const names = kinds.map(({ name }) => name);
  return z
    .looseObject(Object.fromEntries(fields), {
      error: 'Must be an object with lists of objects by their kind, such as { "routers": [] }.',
    })
    .superRefine((objects, context) =>
      refuseUnknownKinds(Object.keys(objects), names, context),
    ) as z.ZodType<Objects>;
}

function refuseUnknownKinds(
  given: readonly string[],
  names: readonly string[],
  context: z.core.$RefinementCtx,
): void {
  for (const name of given.filter((each) => !names.includes(each))) {
    context.addIssue({
      code: "custom",
      path: [name],
      message: `Unknown kind of objects.${didYouMean(name, names) || ` The kinds are ${names.join(", ")}.`}`,
    });
  }
}
