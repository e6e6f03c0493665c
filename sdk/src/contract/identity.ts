import type { z } from "zod";
import type { JsonObject } from "../util/json";

/** The properties by which the platform reads an object, with their schemas. */
export interface Identity {
  /** The properties of the id, in which they are separated by slashes. */
  id: Record<string, z.ZodType>;
  /** Further properties, which the user declares. */
  scope?: Record<string, z.ZodType>;
}

/** The form of an id, such as `<groupId>/<clientId>`. */
export function idForm(properties: Record<string, unknown>): string {
  return Object.keys(properties)
    .map((name) => `<${name}>`)
    .join("/");
}

/** The id of an object with this state. */
export function idOf({ id }: Identity, state: JsonObject): string {
  return Object.keys(id)
    .map((name) => String(state[name]))
    .join("/");
}

/** The state that an id and the declared properties contain, or why one of them is invalid. */
export function parseIdentity(
  { id: parts, scope = {} }: Identity,
  id: string,
  declared: JsonObject,
): { state: JsonObject } | { problem: string } {
  const values = id.split("/");
  if (values.length !== Object.keys(parts).length) return { problem: `must have the form ${idForm(parts)}` };
  const state: JsonObject = {};
  Object.keys(parts).forEach((name, index) => {
    state[name] = partOf(values[index] ?? "");
  });
  for (const name of Object.keys(scope)) if (declared[name] !== undefined) state[name] = declared[name];
  for (const [name, schema] of Object.entries({ ...scope, ...parts })) {
    const issue = schema.safeParse(state[name]).error?.issues[0];
    if (issue) return { problem: `${name} ${issue.message}` };
  }
  return { state };
}

/** Digits are a number, unless JavaScript would round it. */
function partOf(text: string): number | string {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
