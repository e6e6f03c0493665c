import type { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { messages } from "../pulumi/internals/protocol";
import { canonicalJson, isObject, type Json, type JsonObject } from "../util/json";

type Change = "ADD" | "DELETE" | "UPDATE";

/** The paths at which inputs differ, for the engine's display. A change of one of the inputs with these names replaces the object. */
export function detailedDiff(
  olds: JsonObject,
  news: JsonObject,
  replaces: readonly string[],
): Map<string, PropertyDiff> {
  const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
  const changes = names
    .filter((name) => !name.startsWith("__"))
    .flatMap((name) => changesAt(name, olds[name], news[name]).map((change) => [name, ...change] as const));
  return new Map(
    changes.map(([name, path, change]) => [path, propertyDiff(change, replaces.includes(name))]),
  );
}

function propertyDiff(change: Change, replaces: boolean): PropertyDiff {
  const { Kind } = messages.PropertyDiff;
  const kind = Kind[replaces ? (`${change}_REPLACE` as const) : change];
  return new messages.PropertyDiff().setKind(kind).setInputdiff(true);
}

function changesAt(path: string, old: Json | undefined, now: Json | undefined): Array<[string, Change]> {
  if (old === undefined) return now === undefined ? [] : [[path, "ADD"]];
  if (now === undefined) return [[path, "DELETE"]];
  if (isObject(old) && isObject(now)) {
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return names.flatMap((name) => changesAt(`${path}.${name}`, old[name] as Json, now[name] as Json));
  }
  if (Array.isArray(old) && Array.isArray(now)) {
    const longer = old.length > now.length ? old : now;
    return longer.flatMap((_, index) => changesAt(`${path}[${index}]`, old[index], now[index]));
  }
  return canonicalJson(old) === canonicalJson(now) ? [] : [[path, "UPDATE"]];
}
