import type { ListedCreation, Live } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/deployment";
import { canonicalJson, type JsonObject } from "../../util/json";

/** So many searches are sent alone, because the whole list may be long. */
const SINGLE_SEARCHES = 10;

interface Searches {
  count: number;
  /** All objects by their keys; undefined if the deployment cannot list them. */
  all?: Promise<Map<string, Live<JsonObject>[]> | undefined>;
}

/** Serves the searches of many creations from one list of all objects. */
export class CreationLists {
  private readonly searches = new Map<string, Searches>();

  /** The objects with the key of a creation. `scope` identifies the list: the account, the type of object, and its place. */
  async find(
    { objects, key }: ListedCreation,
    reader: Reader,
    scope: string,
  ): Promise<Live<JsonObject>[] | undefined> {
    const searches = this.searches.get(scope) ?? { count: 0 };
    this.searches.set(scope, searches);
    searches.count += 1;
    if (searches.count <= SINGLE_SEARCHES) return objects.list(reader);
    const keyOf = (object: Live<JsonObject>) => canonicalJson(objects.keyOf(object));
    searches.all ??= objects.listAll(reader).then((all) => all && Map.groupBy(all, keyOf));
    const found = await searches.all;
    return found && (found.get(canonicalJson(key)) ?? []);
  }
}
