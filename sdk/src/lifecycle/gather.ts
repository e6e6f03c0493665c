import type { Task } from "../platform/tasks/task";
import { isDigestOf } from "../util/digest";
import { type Acts, type Facts, Operation } from "./acts";
import type { CreatingTasks, ListedCreation } from "./creation";
import { type Attempt, type Evidence, hasKey, isAttempted, mayCreateSince, reportedBy } from "./decide";
import { OperationRecord } from "./record";
import { isLive, type Live } from "./resource";

/** Asks what the decision about a creation needs, and no more. */
export class Evidences<S extends object> extends Operation<S> {
  constructor(
    protected readonly creation: ListedCreation<S>,
    private readonly isWithinReach: Evidence<S>["isWithinReach"],
    facts: Facts,
    record: OperationRecord<S> = new OperationRecord(() => {}),
  ) {
    super(facts, record);
  }

  *evidence(attempt: Attempt | undefined): Acts<S, Evidence<S>> {
    const evidence = yield* this.gather(attempt);
    if (!attempt?.earlier) return evidence;
    const { until, now: passed } = attempt.earlier;
    const now = this.facts.now() ?? passed;
    const latest = now !== undefined && passed !== undefined ? Math.max(now, passed) : now;
    return { ...evidence, attempt: { ...attempt, earlier: { until, now: latest } } };
  }

  /** Another resource of the stack is the object, or is creating it: then it will be its own. */
  protected isTaken(id: string, creator = ""): boolean {
    return this.facts.isInUse(id) || this.facts.isOwn(creator);
  }

  private *gather(attempt: Attempt | undefined): Acts<S, Evidence<S>> {
    const { creation, isWithinReach } = this;
    const isInUse = (id: string, creator?: string) => this.isTaken(id, creator);
    const known = { attempt, creating: [], former: this.facts.former, isInUse, isWithinReach };
    const { tasks = [] } = attempt?.record ?? {};
    // The tasks are awaited first.
    if (tasks.length > 0 && !attempt?.ended) return { ...known, listed: undefined };
    const named = yield* this.named(attempt);
    if (isAttempted(creation, { ...known, named })) return { ...known, named, listed: [] };
    const listed = yield* this.listed(attempt);
    const evidence = { ...known, named, listed };
    const isAdoptable = creation.objects.existing?.ifExists === "adopt";
    const isShown = listed?.some(({ id, creator }) => !isInUse(id, creator));
    // A lost creation may still be under way, also where the list shows an equal object.
    if (tasks.length > 0 || !(attempt || (isAdoptable && !isShown))) return evidence;
    const { tasks: of } = creation.objects;
    return of && listed ? yield* this.withTasks(of, { ...evidence, listed }) : evidence;
  }

  /** The object that the record names, or the only one that the tasks report. */
  private *named(attempt: Attempt | undefined): Acts<S, Evidence<S>["named"]> {
    const reported = reportedBy(this.creation, attempt?.ended?.finished);
    const id = attempt?.record.id ?? (reported.length === 1 ? reported[0] : undefined);
    return id === undefined ? undefined : { id, seen: yield* this.read(id, this.creation.known) };
  }

  /** The objects with the declared key, or with the one that an earlier program has declared. */
  private *listed(attempt: Attempt | undefined): Acts<S, Live<S>[] | undefined> {
    const { creation } = this;
    const { creation: begun } = attempt?.record ?? {};
    const isSame = begun === undefined || isDigestOf(begun, creation.key);
    const listed = yield* this.list(creation, isSame && !this.facts.hasSecrets ? "equal" : "all");
    return listed?.filter((one) => hasKey(creation, one, attempt));
  }

  /** Where no list shows an object: the tasks that may be creating it, and the objects that finished ones report. */
  private *withTasks(of: CreatingTasks, evidence: Evidence<S> & { listed: Live<S>[] }): Acts<S, Evidence<S>> {
    const { creation, facts } = this;
    const { attempt, listed: before } = evidence;
    const { at: since = Number.NEGATIVE_INFINITY } = attempt?.record.creation ?? {};
    const { until } = attempt?.lost ?? attempt?.earlier ?? {};
    // An operation that only waits for a task may be wrong about whose it is.
    const isPossible = (task: Task) => mayCreateSince(task, since, until) && !facts.isOwn(task.id);
    const possible = (yield* this.tasks(of, "unfinished")).filter(isPossible);
    // A task may have ended since the list was read, and one that a listed object names creates no other object.
    const all = possible.length > 0 ? yield* this.list(creation, "all") : yield* this.listed(attempt);
    const named = new Set(all?.flatMap(({ task, creator }) => [task, creator]));
    const listed = all?.filter((one) => hasKey(creation, one, attempt)) ?? [];
    const creating = possible.flatMap(({ id }) => (named.has(id) ? [] : [id]));
    if (creating.length > 0) return { ...evidence, listed, creating };
    if (attempt === undefined || listed.length > before.length) return { ...evidence, listed };
    const reported = yield* this.reported(of, since);
    const isNew = (one: Live<S>) => hasKey(creation, one, attempt) && !listed.some(({ id }) => id === one.id);
    return { ...evidence, listed: [...listed, ...reported.filter(isNew)] };
  }

  /** The objects that tasks have reported since, which the list may not show yet, and what it shows by now. */
  private *reported(of: CreatingTasks, since: number): Acts<S, Live<S>[]> {
    const { creation } = this;
    // Without the time of the creation, nothing shows which tasks have to do with it.
    if (!Number.isFinite(since)) return [];
    const finished = yield* this.tasks(of, "finished");
    const reported = reportedBy(
      creation,
      finished.filter((task) => mayCreateSince(task, since)),
    );
    if (reported.length === 0) return [];
    const listed = (yield* this.list(creation, "all")) ?? [];
    const objects = [...listed];
    for (const id of reported) {
      if (listed.some((one) => one.id === id) || this.facts.isInUse(id)) continue;
      const seen = yield* this.read(id, creation.known);
      if (isLive(seen)) objects.push(seen);
    }
    return objects;
  }
}
