import type { Reader } from "../platform/api/api";
import { TasksReader } from "../platform/api/tasks";
import type { Task } from "../platform/tasks/task";
import { isDigestOf } from "../util/digest";
import { canonicalJson, type JsonObject } from "../util/json";
import type { CreatingTasks, ListedCreation } from "./creation";
import { type Attempt, type Evidence, hasKey, isAttempted, mayCreateSince, reportedBy } from "./decide";
import { isLive, type JsonResource, type Live, type Seen } from "./resource";

/** Where the evidence about a creation comes from. */
export interface Sources<S> extends Pick<Evidence<S>, "isInUse" | "isWithinReach" | "former" | "doubtOf"> {
  reader: Reader;
  /** Default: the list of the creation. Several creations may share one. */
  list?: ListedCreation<S>["objects"]["list"];
  look(id: string): Promise<Seen<S>>;
  /** Whether another operation has begun the task. One that only waits for it may be wrong about whose it is. */
  isBegunElsewhere(task: string): boolean;
  /** The platform's present time. */
  now(): number | undefined;
}

/** How many finished tasks are looked at for the objects that they have created. */
const FINISHED_TASKS = 1_000;

/** Reads what a decision needs, and no more. */
export async function gather<S>(
  creation: ListedCreation<S>,
  attempt: Attempt | undefined,
  sources: Sources<S>,
): Promise<Evidence<S>> {
  const evidence = await read(creation, attempt, sources);
  if (!attempt?.earlier) return evidence;
  const { until, now: passed } = attempt.earlier;
  const now = sources.now() ?? passed;
  const latest = now !== undefined && passed !== undefined ? Math.max(now, passed) : now;
  return { ...evidence, attempt: { ...attempt, earlier: { until, now: latest } } };
}

async function read<S>(
  creation: ListedCreation<S>,
  attempt: Attempt | undefined,
  sources: Sources<S>,
): Promise<Evidence<S>> {
  const { isInUse, isWithinReach, former, doubtOf } = sources;
  const facts = { attempt, creating: [], former, isInUse, isWithinReach, ...(doubtOf && { doubtOf }) };
  const { tasks = [] } = attempt?.record ?? {};
  // The tasks are awaited first.
  if (tasks.length > 0 && !attempt?.ended) return { ...facts, listed: undefined };
  const named = await readNamed(creation, attempt, sources);
  if (isAttempted(creation, { ...facts, named })) return { ...facts, named, listed: [] };
  const listed = await listKeys(creation, attempt, sources);
  const evidence = { ...facts, named, listed };
  const isAdoptable = creation.objects.existing?.ifExists === "adopt";
  const isShown = listed?.some(({ id, creator }) => !isInUse(id, creator));
  // A lost creation may still be under way, also where the list shows an equal object.
  if (tasks.length > 0 || !(attempt || (isAdoptable && !isShown))) return evidence;
  return withTasks(creation, evidence, sources);
}

/** The object that the record names, or the only one that the tasks report. */
async function readNamed<S>(
  creation: ListedCreation<S>,
  attempt: Attempt | undefined,
  { look }: Sources<S>,
): Promise<Evidence<S>["named"]> {
  const reported = reportedBy(creation, attempt?.ended?.finished);
  const id = attempt?.record.id ?? (reported.length === 1 ? reported[0] : undefined);
  return id === undefined ? undefined : { id, seen: await look(id) };
}

/** The objects with the declared key, or with the one that an earlier program has declared. */
async function listKeys<S>(
  creation: ListedCreation<S>,
  attempt: Attempt | undefined,
  { reader, list = creation.objects.list }: Sources<S>,
): Promise<Live<S>[] | undefined> {
  const { creation: begun } = attempt?.record ?? {};
  const isSame = begun === undefined || isDigestOf(begun, creation.key);
  const listed = await list(reader, isSame ? "equal" : "all");
  return listed?.filter((one) => hasKey(creation, one, attempt));
}

/** Where no list shows an object: the tasks that may be creating it, and the objects that finished ones report. */
async function withTasks<S>(
  creation: ListedCreation<S>,
  evidence: Evidence<S>,
  sources: Sources<S>,
): Promise<Evidence<S>> {
  const { attempt, listed: before } = evidence;
  const { tasks } = creation.objects;
  const { reader, isBegunElsewhere, list = creation.objects.list } = sources;
  if (tasks === undefined || before === undefined) return evidence;
  const { at: since = Number.NEGATIVE_INFINITY } = attempt?.record.creation ?? {};
  const unfinished = (await new TasksReader(reader).listUnfinished(tasks.type, tasks.place)) ?? [];
  const { until } = attempt?.lost ?? attempt?.earlier ?? {};
  const isPossible = (task: Task) => mayCreateSince(task, since, until) && !isBegunElsewhere(task.id);
  const possible = unfinished.filter(isPossible);
  // A task may have ended since the list was read, and one that a listed object names creates no other object.
  const all = possible.length > 0 ? await list(reader, "all") : await listKeys(creation, attempt, sources);
  const named = new Set(all?.flatMap(({ task, creator }) => [task, creator]));
  const listed = all?.filter((one) => hasKey(creation, one, attempt)) ?? [];
  const creating = possible.flatMap(({ id }) => (named.has(id) ? [] : [id]));
  if (creating.length > 0) return { ...evidence, listed, creating };
  if (attempt === undefined || listed.length > before.length) return { ...evidence, listed };
  const reported = await readReported(creation, tasks, since, sources);
  const isNew = (one: Live<S>) => hasKey(creation, one, attempt) && !listed.some(({ id }) => id === one.id);
  return { ...evidence, listed: [...listed, ...reported.filter(isNew)] };
}

/** The objects that tasks have reported since, which the list may not show yet, and what it shows by now. */
async function readReported<S>(
  creation: ListedCreation<S>,
  { type }: CreatingTasks,
  since: number,
  { reader, look, isInUse, list = creation.objects.list }: Sources<S>,
): Promise<Live<S>[]> {
  // Without the time of the creation, nothing shows which tasks have to do with it.
  if (!Number.isFinite(since)) return [];
  const newest = (await new TasksReader(reader).listNewest(FINISHED_TASKS, type)) ?? [];
  const reported = reportedBy(
    creation,
    newest.filter((task) => mayCreateSince(task, since)),
  );
  if (reported.length === 0) return [];
  const listed = (await list(reader, "all")) ?? [];
  const ids = reported.filter((id) => !listed.some((one) => one.id === id) && !isInUse(id));
  const seen = await Promise.all(ids.map(look));
  return [...listed, ...seen.filter(isLive)];
}

/** The lists that several creations share: one for each place. */
export class SharedLists<S> {
  private readonly lists = new Map<string, Promise<Map<string, Live<S>[]> | undefined>>();

  /** The list of the creation that has these inputs. */
  of(
    { noun, key, objects }: ListedCreation<S>,
    { identity }: JsonResource,
    inputs: JsonObject,
  ): ListedCreation<S>["objects"]["list"] {
    const keyOf = (object: Live<S>) => canonicalJson(objects.keyOf(object));
    const place = Object.keys(identity?.list?.place ?? {}).map((property) => inputs[property] ?? null);
    const name = canonicalJson([noun, ...place]);
    return async (reader, which) => {
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
