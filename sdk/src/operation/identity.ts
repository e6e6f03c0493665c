import type { z } from "zod";
import type { Reader } from "../platform/api/api";
import type { LeaveOut } from "../platform/api/pages";
import { digest } from "../util/digest";
import { type JsonObject, pick } from "../util/json";
import { idIn, segment } from "../util/text";
import type { Live, Seen } from "./resource";

/** How an object is identified, and how the platform returns such objects. */
export interface Identity<S = object> {
  /** The properties of the id, in which they are separated by slashes, with their schemas. */
  id: Schemas;
  /**
   * The properties that select objects of a list, with their schemas. The required ones are the place of the list, and optional ones select
   * some of its objects. To read an object, those of the place are needed beside the id.
   */
  query?: Schemas;
  /** Reads an object. The order of lists, and what the platform does not return, come from `state`. */
  read(reader: Reader, id: string, state: S): Promise<Seen<S>>;
  /**
   * The selected objects; undefined if the deployment cannot list them. The request may ignore optional properties. With `leaveOut`, all
   * objects that can be read whole. Otherwise all objects, among which a creation looks for its own: `selected` has what is known of it.
   */
  list?(reader: Reader, selected: Partial<S>, leaveOut?: LeaveOut): Promise<Live<S>[] | undefined>;
}

type Schemas = Record<string, z.ZodType>;

/** The properties of which each combination has a list of its own. */
export function placeOf({ query = {} }: Partial<Identity> = {}): Schemas {
  return pick(query, (name) => query[name]?.isOptional() === false) as Schemas;
}

/** The properties that are needed beside the id to read an object. The user declares them. */
export function scopeOf(identity?: Identity): Schemas {
  const { id = {} } = identity ?? {};
  return pick(placeOf(identity), (name) => !(name in id)) as Schemas;
}

/** The platform's id of an object. The id in the state may be a provisional one: then the state has it, or it is not known. */
export function platformId(identity: Identity, id: string, state: JsonObject): string | undefined {
  if ("state" in parseParts(identity.id, id)) return id;
  return Object.keys(identity.id).every((name) => name in state) ? idOf(identity, state) : undefined;
}

/** The object's name at the platform, if it has one. */
export function objectName({ name }: JsonObject): string | undefined {
  return typeof name === "string" ? name : undefined;
}

/** The form of an id, such as `<groupId>/<clientId>`. */
export function idForm(properties: Record<string, unknown>): string {
  return Object.keys(properties)
    .map((name) => `<${name}>`)
    .join("/");
}

/** The id of an object with this state: its parts as segments of a path, between slashes. */
export function idOf({ id }: Pick<Identity, "id">, state: object): string {
  return Object.keys(id)
    .map((name) => segment((state as JsonObject)[name] as number | string))
    .join("/");
}

const PROVISIONAL = "unlisted-";

/** The id in the state of an object whose id is not known: it follows from what the object is recognised by. */
export function provisionalId(key: unknown): string {
  return PROVISIONAL + digest(String(key), 7);
}

export function isProvisional(id: string): boolean {
  return id.startsWith(PROVISIONAL);
}

/** The same for all ids of an object: UUIDs may be in any case. */
export function canonicalId(id: string): string {
  return id.replace(/(?<![^/])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![^/])/gi, (uuid) =>
    uuid.toLowerCase(),
  );
}

/** The state that an id and the declared properties contain, or why one of them is invalid. */
export function parseIdentity(identity: Identity, id: string, declared: JsonObject): ParsedParts {
  const [parsed, scope] = [parseParts(identity.id, id), scopeOf(identity)];
  if ("problem" in parsed) return parsed;
  const scopeState = pick(declared, (name) => name in scope);
  return validateParts(scope, scopeState) ?? { state: { ...parsed.state, ...scopeState } };
}

export type ParsedParts = { state: JsonObject } | { problem: string };

/** The properties in a text in which slashes separate them, or why one of them is invalid. */
export function parseParts(schemas: Schemas, text: string): ParsedParts {
  const [names, values] = [Object.keys(schemas), text.split("/")];
  if (values.length !== names.length) return { problem: `must have the form ${idForm(schemas)}` };
  const state = Object.fromEntries(names.map((name, index) => [name, partOf(values[index] ?? "")]));
  return validateParts(schemas, state) ?? { state };
}

function validateParts(schemas: Schemas, state: JsonObject): { problem: string } | undefined {
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
