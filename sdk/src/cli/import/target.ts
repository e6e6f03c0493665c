import { EXISTING } from "../../errors/existing";
import type { AnyHandler } from "../../lifecycle/handler";
import { type Identity, idForm, parseParts } from "../../lifecycle/identity";
import type { JsonObject } from "../../util/json";
import { nearest } from "../../util/nearest";
import { COMMAND } from "../errors";

/** A resource whose objects can be read. */
export interface ReadableHandler extends AnyHandler {
  identity: Identity;
}

/** What to import: one object, or all objects of a scope. */
export interface Target {
  scope: JsonObject;
  /** Absent for all objects of the scope. */
  id?: string;
}

/** The handler of a class by its name. Throws if its objects cannot be read. */
export function readableHandler(type: string, handlers: readonly AnyHandler[]): ReadableHandler {
  const readable = handlers.filter((handler) => handler.identity !== undefined);
  const known = readable.map((handler) => handler.type);
  const handler = handlers.find((one) => one.type === type);
  if (handler === undefined)
    throw COMMAND.unknownResource.error({ type, nearest: nearest(type, known), known: known.join(", ") });
  if (!isReadable(handler)) throw COMMAND.notImportable.error({ type, known: known.join(", ") });
  return handler;
}

export function isReadable(handler: AnyHandler): handler is ReadableHandler {
  return handler.identity !== undefined;
}

/** The forms of the ids that the command accepts. */
export function pathForms({ identity: { id, scope = {} }, list }: ReadableHandler): string[] {
  return [idForm({ ...scope, ...id }), ...(list ? [idForm(scope)] : [])];
}

/** The object that a path such as `1/2/<uuid>` names: the properties of the scope, then those of the id. */
export function parseTarget(handler: ReadableHandler, path: string): Target {
  const { type, identity, list } = handler;
  const invalid = (problem: string) => EXISTING.invalidId.error({ type, id: path, problem });
  const { id: idParts, scope: scopeParts = {} } = identity;
  const values = path.split("/");
  const [idLength, scopeLength] = [Object.keys(idParts).length, Object.keys(scopeParts).length];
  const isList = list !== undefined && values.length === scopeLength;
  if (!isList && values.length !== scopeLength + idLength)
    throw invalid(`must have the form ${pathForms(handler).join(", or for all objects ")}`);
  if (scopeLength === 0) return { scope: {}, id: path };
  const scope = parseParts(scopeParts, values.slice(0, scopeLength).join("/"));
  if ("problem" in scope) throw invalid(scope.problem);
  return { scope: scope.state, ...(!isList && { id: values.slice(scopeLength).join("/") }) };
}
