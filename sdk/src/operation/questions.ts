import type { Reader } from "../platform/api/api";
import { listNewestTasks, listUnfinishedTasks } from "../platform/api/tasks";
import { canonicalJson, type JsonObject } from "../util/json";
import type { Question } from "./acts";
import type { ListedCreation } from "./creation";
import { placeOf } from "./identity";
import type { JsonResource, Live, Resource } from "./resource";

/** How many finished tasks are looked at for the objects that they have created. */
const FINISHED_TASKS = 1_000;

/** Asks the platform what an operation wants to know. */
export async function answerTo<S>(
  question: Question<S>,
  { read }: Pick<Resource<never, S & object>, "read">,
  reader: Reader,
): Promise<unknown> {
  switch (question.do) {
    case "read": {
      const { id, state, copies } = question;
      return (await read?.(copies ? { ...reader, copies } : reader, id, state as S & object)) ?? "unreadable";
    }
    case "list":
      return question.of.objects.list(reader, question.which);
    case "tasks": {
      const { type, place } = question.of;
      const isOpen = question.which === "unfinished";
      const all = isOpen
        ? listUnfinishedTasks(reader, type, place)
        : listNewestTasks(reader, FINISHED_TASKS, type);
      return (await all) ?? [];
    }
  }
}

/** The lists that several creations share: one for each place. */
export class SharedLists {
  private readonly lists = new Map<string, Promise<Map<string, Live<JsonObject>[]> | undefined>>();

  /** The creation of an object of these inputs, with the list of its place. */
  share(creation: ListedCreation<JsonObject>, { identity }: JsonResource, inputs: JsonObject) {
    const { noun, key, objects } = creation;
    const place = Object.keys(placeOf(identity)).map((property) => inputs[property] ?? null);
    const name = canonicalJson([noun, ...place]);
    const keyOf = (object: Live<JsonObject>) => canonicalJson(objects.keyOf(object));
    const list: typeof objects.list = async (reader, which) => {
      const shared =
        this.lists.get(name) ?? objects.list(reader, "all").then((all) => all && Map.groupBy(all, keyOf));
      this.lists.set(name, shared);
      const byKey = await shared;
      return byKey && (which === "all" ? [...byKey.values()].flat() : (byKey.get(canonicalJson(key)) ?? []));
    };
    return { ...creation, objects: { ...objects, list } };
  }

  /** From now on, the lists are read again. */
  clear(): void {
    this.lists.clear();
  }
}
