import type { Creation } from "../../lifecycle/steps/creation";
import type { Reader } from "../../platform/api/deployment";
import { canonicalJson } from "../../util/json";

/** So many searches are sent alone, because the whole list may be long. */
const SINGLE_SEARCHES = 10;

interface Searches {
  count: number;
  /** All objects by their keys; undefined if the deployment cannot list them. */
  all?: Promise<Map<string, unknown[]> | undefined>;
}

/** Serves the searches of many creations from one list of all objects. */
export class CreationLists {
  private readonly searches = new Map<string, Searches>();

  /** `scope` identifies the list: the account, the type of object, and its place. */
  shared(creation: Creation<unknown>, scope: string): Creation<unknown> {
    const { afterKill } = creation;
    const searches = this.searches.get(scope) ?? { count: 0 };
    this.searches.set(scope, searches);
    const list = async (reader: Reader) => {
      searches.count += 1;
      if (searches.count <= SINGLE_SEARCHES) return creation.list(reader);
      searches.all ??= afterKill.listAll(reader).then((all) => all && byKey(all, afterKill.keyOf));
      const found = await searches.all;
      return found && (found.get(canonicalJson(afterKill.key)) ?? []);
    };
    return { ...creation, list };
  }
}

function byKey(objects: unknown[], keyOf: (object: unknown) => unknown): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const object of objects) {
    const key = canonicalJson(keyOf(object));
    const group = groups.get(key);
    if (group) group.push(object);
    else groups.set(key, [object]);
  }
  return groups;
}
