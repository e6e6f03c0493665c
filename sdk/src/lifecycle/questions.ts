import type { Reader } from "../platform/api/api";
import { TasksReader } from "../platform/api/tasks";
import { canonicalJson, type JsonObject } from "../util/json";
import type { Question } from "./acts";
import type { ListedCreation } from "./creation";
import { placeOf } from "./identity";
import type { JsonResource, Live, Resource } from "./resource";

/** How many finished tasks are looked at for the objects that they have created. */
const FINISHED_TASKS = 1_000;

/** Lists the objects of a creation. */
export type List<S> = (
  of: ListedCreation<S>,
  reader: Reader,
  which: "all" | "equal",
) => Promise<Live<S>[] | undefined>;

/** Asks the platform what an operation wants to know. */
export async function answerTo<S>(
  question: Question<S>,
  { read }: Pick<Resource<never, S & object>, "read">,
  reader: Reader,
  list: List<S> = (of, from, which) => of.objects.list(from, which),
): Promise<unknown> {
  switch (question.do) {
    case "read": {
      const { id, state, copies } = question;
      return (await read?.(copies ? { ...reader, copies } : reader, id, state as S & object)) ?? "unreadable";
    }
    case "list":
      return list(question.of, reader, question.which);
    case "tasks": {
      const { type, place } = question.of;
      const tasks = new TasksReader(reader);
      const all =
        question.which === "unfinished"
          ? tasks.listUnfinished(type, place)
          : tasks.listNewest(FINISHED_TASKS, type);
      return (await all) ?? [];
    }
  }
}

/** The lists that several creations share: one for each place. */
export class SharedLists {
  private readonly lists = new Map<string, Promise<Map<string, Live<JsonObject>[]> | undefined>>();

  /** Lists for a creation with these inputs. */
  of({ identity }: JsonResource, inputs: JsonObject): List<JsonObject> {
    const place = Object.keys(placeOf(identity)).map((property) => inputs[property] ?? null);
    return async ({ noun, key, objects }, reader, which) => {
      const keyOf = (object: Live<JsonObject>) => canonicalJson(objects.keyOf(object));
      const name = canonicalJson([noun, ...place]);
      const list =
        this.lists.get(name) ?? objects.list(reader, "all").then((all) => all && Map.groupBy(all, keyOf));
      this.lists.set(name, list);
      const byKey = await list;
      return byKey && (which === "all" ? [...byKey.values()].flat() : (byKey.get(canonicalJson(key)) ?? []));
    };
  }

  /** From now on, the lists are read again. */
  clear(): void {
    this.lists.clear();
  }
}
