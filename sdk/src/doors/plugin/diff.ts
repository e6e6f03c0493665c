import type { DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { inputOf } from "../../operation/properties";
import { messages } from "../../pulumi/internals/protocol";
import { canonicalJson, isObject, type Json, type JsonObject } from "../../util/json";

type Change = "ADD" | "DELETE" | "UPDATE";

/**
 * The paths at which inputs differ, for the engine's display. A change of one of the inputs in `replaces` replaces the object.
 * `changes`: undefined if the inputs decide.
 */
export function diffResponse(
  olds: JsonObject,
  news: JsonObject,
  { changes, replaces = [] }: { changes?: boolean | undefined; replaces?: string[] } = {},
): DiffResponse {
  const [{ DiffChanges }, { Kind }] = [messages.DiffResponse, messages.PropertyDiff];
  const details = changesIn(olds, news);
  const response = new messages.DiffResponse().setReplacesList(replaces).setHasdetaileddiff(true);
  for (const [path, change] of details) {
    const kind = Kind[replaces.includes(inputOf(path)) ? (`${change}_REPLACE` as const) : change];
    response.getDetaileddiffMap().set(path, new messages.PropertyDiff().setKind(kind).setInputdiff(true));
  }
  response.setDiffsList([...new Set(details.map(([path]) => inputOf(path)))]);
  return response.setChanges((changes ?? details.length > 0) ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE);
}

function changesIn(olds: JsonObject, news: JsonObject, pathOf = (name: string) => name) {
  const [before, after] = [new Map(Object.entries(olds)), new Map(Object.entries(news))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => changesAt(pathOf(name), before.get(name), after.get(name)));
}

function changesAt(path: string, old: Json | undefined, now: Json | undefined): Array<[string, Change]> {
  if (old === undefined) return now === undefined ? [] : [[path, "ADD"]];
  if (now === undefined) return [[path, "DELETE"]];
  if (isObject(old) && isObject(now) && hasPaths(old) && hasPaths(now))
    return changesIn(old as JsonObject, now as JsonObject, (name) => path + accessor(name));
  if (Array.isArray(old) && Array.isArray(now)) {
    const longer = old.length > now.length ? old : now;
    return longer.flatMap((_, index) => changesAt(`${path}[${index}]`, old[index], now[index]));
  }
  return canonicalJson(old) === canonicalJson(now) ? [] : [[path, "UPDATE"]];
}

/** In a path of Pulumi a backslash before a quote escapes it, and nothing escapes a backslash. */
function hasPaths(value: object): boolean {
  return !Object.keys(value).some((name) => name.endsWith("\\"));
}

function accessor(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `["${name.replaceAll('"', '\\"')}"]`;
}
