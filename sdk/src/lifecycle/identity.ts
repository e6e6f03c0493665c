import type { z } from "zod";
import type { OptionalOperation, Reader } from "../platform/api/api";
import type { LeaveOut } from "../platform/api/pages";
import type { JsonObject } from "../util/json";
import { idIn, segment } from "../util/text";
import type { Live } from "./resource";

/** How an object is identified, and how the platform lists such objects. */
export interface Identity<S = object> {
  /** The properties of the id, in which they are separated by slashes, with their schemas. */
  id: Record<string, z.ZodType>;
  /** Further properties that are needed to read an object, which the user declares. */
  scope?: Record<string, z.ZodType>;
  /** The platform's id of the object, if the id in the state may be another one; undefined if it is not known. */
  objectId?(id: string, state: Partial<S>): string | undefined;
  /** The object's name at the platform, if it has one. */
  nameOf?(state: S): string | undefined;
  /** An operation that reads objects of this type. Absent if each deployment can read them, or none. */
  probe?: OptionalOperation;
  list?: ObjectList<S>;
}

/** A list of objects at the platform. */
export interface ObjectList<S> {
  /** The properties that select the list, with their schemas. Empty: one list for the account. */
  place: Record<string, z.ZodType>;
  /** Properties that select some of the objects. The request may have them, too. */
  filter?: Record<string, z.ZodType>;
  /** All objects of a place that can be read whole; undefined if the deployment cannot list them. */
  read(reader: Reader, selected: JsonObject, leaveOut: LeaveOut): Promise<Live<S>[] | undefined>;
}

/** The form of an id, such as `<groupId>/<clientId>`. */
export function idForm(properties: Record<string, unknown>): string {
  return Object.keys(properties)
    .map((name) => `<${name}>`)
    .join("/");
}

/** The id of an object with this state: its parts as segments of a path, between slashes. */
export function idOf({ id }: Identity, state: JsonObject): string {
  return Object.keys(id)
    .map((name) => segment(state[name] as number | string))
    .join("/");
}

/** The same for all ids of an object: UUIDs may be in any case. */
export function canonicalId(id: string): string {
  return id.replace(/(?<![^/])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![^/])/gi, (uuid) =>
    uuid.toLowerCase(),
  );
}

/** The state that an id and the declared properties contain, or why one of them is invalid. */
export function parseIdentity(
  { id: parts, scope = {} }: Identity,
  id: string,
  declared: JsonObject,
): ParsedParts {
  const parsed = parseParts(parts, id);
  if ("problem" in parsed) return parsed;
  const scopeState = Object.fromEntries(Object.entries(declared).filter(([name]) => name in scope));
  return validateParts(scope, scopeState) ?? { state: { ...parsed.state, ...scopeState } };
}

export type ParsedParts = { state: JsonObject } | { problem: string };

/** The properties in a text in which slashes separate them, or why one of them is invalid. */
export function parseParts(schemas: Record<string, z.ZodType>, text: string): ParsedParts {
  const [names, values] = [Object.keys(schemas), text.split("/")];
  if (values.length !== names.length) return { problem: `must have the form ${idForm(schemas)}` };
  const state = Object.fromEntries(names.map((name, index) => [name, partOf(values[index] ?? "")]));
  return validateParts(schemas, state) ?? { state };
}

function validateParts(
  schemas: Record<string, z.ZodType>,
  state: JsonObject,
): { problem: string } | undefined {
  for (const [name, schema] of Object.entries(schemas)) {
    const issue = schema.safeParse(state[name]).error?.issues[0];
    if (issue) return { problem: `${name} ${issue.message}` };
  }
  return undefined;
}

/** Digits are a number, unless JavaScript would round it. */
function partOf(part: string): number | string {
  const text = idIn(part);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
