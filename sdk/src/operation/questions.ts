import type { Reader } from "../platform/api/api";
import { listNewestTasks, listUnfinishedTasks } from "../platform/api/tasks";
import { canonicalJson, type JsonObject, pick } from "../util/json";
import type { Question } from "./acts";
import { placeOf } from "./identity";
import type { Live, Resource } from "./resource";

/** How many finished tasks are looked at for the objects that they have created. */
const FINISHED_TASKS = 1_000;

type Readable<S extends object> = Pick<Resource<never, S>, "identity">;

/** The objects among which a creation looks for its own: all of the place, or at least the equal ones. Undefined: they cannot be listed. */
type ListFor<S extends object> = (
  question: Pick<Question<S> & { do: "list" }, "of" | "which">,
  resource: Readable<S>,
  reader: Reader,
) => Promise<Live<S>[] | undefined> | undefined;

/** Asks the platform what an operation wants to know. */
export async function answerTo<S extends object>(
  question: Question<S>,
  resource: Readable<S>,
  reader: Reader,
  list: ListFor<S> = listFor,
): Promise<unknown> {
  switch (question.do) {
    case "read": {
      const { id, state, copies } = question;
      const own = copies ? { ...reader, copies } : reader;
      return (await resource.identity?.read(own, id, state)) ?? "unreadable";
    }
    case "list":
      return list(question, resource, reader);
    case "tasks": {
      const { known, tasks: { type = "" } = {} } = question.of;
      const place = pick(known, (name) => name in placeOf(resource.identity));
      const isOpen = question.which === "unfinished";
      const listing = isOpen
        ? listUnfinishedTasks(reader, type, place)
        : listNewestTasks(reader, FINISHED_TASKS, type);
      return (await listing) ?? [];
    }
  }
}

function listFor<S extends object>(...[{ of, which }, { identity }, reader]: Parameters<ListFor<S>>) {
  // Optional properties select some of the objects.
  const isSelecting = (name: string) => identity?.query?.[name]?.isOptional() === true;
  return identity?.list?.(
    reader,
    pick(of.known, (name) => which === "equal" || !isSelecting(name)),
  );
}

/** The lists that several creations share: one for each place. */
export class SharedLists {
  private readonly lists = new Map<string, Promise<Map<string, Live<JsonObject>[]> | undefined>>();

  readonly list: ListFor<JsonObject> = async ({ of, which }, resource, reader) => {
    const { noun, known, keyOf } = of;
    const place = Object.keys(placeOf(resource.identity)).map((property) => known[property] ?? null);
    const name = canonicalJson([noun, ...place]);
    const key = (state: JsonObject) => canonicalJson(keyOf(state));
    const all = async () => listFor({ of, which: "all" }, resource, reader);
    const shared =
      this.lists.get(name) ?? all().then((list) => list && Map.groupBy(list, ({ state }) => key(state)));
    this.lists.set(name, shared);
    const byKey = await shared;
    return byKey && (which === "all" ? [...byKey.values()].flat() : (byKey.get(key(known)) ?? []));
  };

  /** From now on, the lists are read again. */
  clear(): void {
    this.lists.clear();
  }
}
