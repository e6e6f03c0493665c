import { REPLICATION_LAG_MS } from "../platform/tasks/delays";
import { isDigestOf } from "../util/digest";
import { canonicalJson } from "../util/json";
import type { BegunCreation, Unfinished } from "./record";
import type { Live } from "./resource";

/** What is known when the object of a creation is searched. */
export interface Evidence<S> {
  record: Pick<Unfinished, "tasks" | "creation">;
  /** The objects with the key of the creation; undefined if the platform cannot list them. */
  listed: readonly Live<S>[] | undefined;
  /** The ids that the finished tasks of the creation have reported. */
  reported: readonly string[];
  /** Whether another resource of the stack is this object. */
  isInUse(id: string): boolean;
  /** A second, equal object is meant to exist, so equality alone shows nothing. */
  mayBeSecond?: boolean;
  /**
   * An earlier run has sent the request: the time until which it may have been under way, and the time of the list, both by
   * the platform's clock. Absent if this run has listed the objects before and after its request.
   */
  earlier?: { until: number | undefined; now: number | undefined };
}

/** Which object belongs to a creation. `unclear`: these may, and no second signal decides. `unlistable`: no list shows one. */
export type Recognised<S> =
  | { is: "ours"; object: Live<S> }
  | { is: "unlistable" }
  | { is: "nothing" }
  | { is: "unclear"; objects: Live<S>[] };

/** The platform's replicas may have clocks that differ by this much, and its times have whole seconds. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** Whether a task may be creating the object of a creation that began at `since`. */
export function mayCreateSince({ createdAt }: { createdAt?: number | undefined }, since: number): boolean {
  return (createdAt ?? since) >= since - CLOCK_TOLERANCE_MS;
}

/** Whether a key of an object is the declared one, or the one with which it was created. */
export function isKeyOf(key: unknown, declared: unknown, begun: BegunCreation | undefined): boolean {
  return canonicalJson(key) === canonicalJson(declared) || (begun !== undefined && isDigestOf(begun, key));
}

/**
 * The object of a creation. Ours needs two signals that agree, and the key is one of them: the others are the report of the
 * task, the creator task, and the first appearance while the request was under way.
 */
export function recognise<S>(evidence: Evidence<S>): Recognised<S> {
  const { record, listed, reported, isInUse, mayBeSecond = false } = evidence;
  const { tasks = [], creation: { before } = {} } = record;
  if (listed === undefined) return { is: "unlistable" };
  const fresh = listed.filter((one) => !before?.includes(one.id) && !isInUse(one.id));
  const attributed = fresh.filter((one) => tasks.includes(one.creator ?? "") || reported.includes(one.id));
  if (attributed.length > 0) return only(attributed);
  if (before === undefined && mayBeSecond) return { is: "nothing" };
  const possible = fresh.filter((one) => tasks.length === 0 || one.creator === undefined);
  const timed = possible.map((one) => ({ one, isTimely: wasUnderWay(one, evidence) }));
  const timely = timed.filter(({ isTimely }) => isTimely).map(({ one }) => one);
  if (timely.length > 0) return only(timely);
  const untimed = timed.filter(({ isTimely }) => isTimely === undefined).map(({ one }) => one);
  return untimed.length > 0 ? { is: "unclear", objects: untimed } : { is: "nothing" };
}

function only<S>(objects: Live<S>[]): Recognised<S> {
  const [object] = objects;
  return object && objects.length === 1 ? { is: "ours", object } : { is: "unclear", objects };
}

/** Whether the platform created the object while the request was under way; undefined if that is not known. */
function wasUnderWay<S>({ createdAt }: Live<S>, { record, earlier }: Evidence<S>): boolean | undefined {
  if (earlier === undefined || (record.tasks ?? []).length > 0) return true;
  const { until, now } = earlier;
  const { at } = record.creation ?? {};
  if (at === undefined || until === undefined) return undefined;
  if (createdAt !== undefined) return at - CLOCK_TOLERANCE_MS <= createdAt && createdAt <= until;
  // The object did not exist when the creation began, so it has appeared since.
  return now !== undefined && now <= until + REPLICATION_LAG_MS ? true : undefined;
}
