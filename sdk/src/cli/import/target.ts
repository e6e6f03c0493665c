import { EXISTING } from "../../errors/existing";
import { type Identity, idForm, parseParts, placeOf, scopeOf } from "../../operation/identity";
import type { AnyResource } from "../../operation/resource";
import { parseObjectPath } from "../../provider/existing";
import type { JsonObject } from "../../util/json";
import { printableName } from "../../util/text";
import { COMMAND } from "../errors";

/** A resource whose objects can be read. */
export interface ReadableHandler extends AnyResource {
  identity: Identity;
}

/** What to import: one object, or all objects of a place. */
export interface Target {
  handler: ReadableHandler;
  /** The name of the resource, or the beginning of the names of several. Absent: the names are derived from the objects. */
  name?: string;
  /** The properties beside the id of one object, or those that select the list. */
  scope: JsonObject;
  /** Absent for all objects of the place. */
  id?: string;
}

/** A class, with a name before it and an id after it: `edge=Router:1/2/<uuid>`. */
const TARGET = /^(?:(.+)=)?([A-Z][A-Za-z]*)(?::(.*))?$/s;

export function parseTargets(args: readonly string[], handlers: readonly AnyResource[]): Target[] {
  return args.map((text) => parseTarget(text, handlers));
}

function parseTarget(text: string, handlers: readonly AnyResource[]): Target {
  const [, name, type, path = ""] = TARGET.exec(text) ?? [];
  if (type === undefined) throw COMMAND.invalidTarget.error({ text: printableName(text) });
  const handler = readableHandler(type, handlers);
  return { handler, ...(name && { name }), ...parsePath(handler, path) };
}

/** The handler of a class by its name. Throws if its objects cannot be read. */
export function readableHandler(type: string, handlers: readonly AnyResource[]): ReadableHandler {
  const readable = handlers.filter((handler) => handler.identity !== undefined);
  const known = readable.map((handler) => handler.type).join(", ");
  const handler = handlers.find((one) => one.type === type);
  if (handler === undefined) throw COMMAND.unknownResource.error({ type, known });
  if (!isReadable(handler)) throw COMMAND.notImportable.error({ type, known });
  return handler;
}

export function isReadable(handler: AnyResource): handler is ReadableHandler {
  return handler.identity !== undefined;
}

/** The forms of the ids that the command accepts: of one object, and of all objects if they can be listed. */
export function pathForms({ identity }: ReadableHandler): { one: string; all?: string } {
  const one = idForm({ ...scopeOf(identity), ...identity.id });
  return { one, ...(identity.list && { all: idForm(placeOf(identity)) }) };
}

/** The object that a path such as `1/2/<uuid>` names, or the place of several: `1/2`. */
export function parsePath(handler: ReadableHandler, path: string): Pick<Target, "scope" | "id"> {
  const { type, identity } = handler;
  const places = placeOf(identity);
  const length = path === "" ? 0 : path.split("/").length;
  if (identity.list && length === Object.keys(places).length) {
    if (length === 0) return { scope: {} };
    const place = parseParts(places, path);
    if ("state" in place) return { scope: place.state };
    throw EXISTING.invalidId.error({ type, id: printableName(path), problem: place.problem });
  }
  if (length === 0) throw COMMAND.idRequired.error({ type, ...pathForms(handler) });
  return parseObjectPath(handler, path);
}
