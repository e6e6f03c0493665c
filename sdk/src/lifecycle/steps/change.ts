import { TASKS } from "../../errors/tasks";
import type { Read } from "../../platform/api/pages";
import type { ChangeResult } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import type { OperationContext } from "../handler";
import { type AnyProperties, notApplied } from "../properties";

/** What is known after a request that changes something. */
export type Outcome<T> =
  | { status: "done"; result: T }
  /** The platform has certainly not carried out the request. */
  | { status: "refused"; error: unknown }
  /** The platform may have carried out the request. */
  | { status: "unknown"; error: PlatformError };

export async function outcomeOf<T>(send: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { status: "done", result: await send() };
  } catch (error) {
    return isOutcomeUnknown(error) ? { status: "unknown", error } : { status: "refused", error };
  }
}

/** Whether the platform may have carried out a request that failed. */
export function isOutcomeUnknown(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.mayHaveTakenEffect;
}

/** A step that changes properties of an object. */
export interface ChangeStep {
  id: string;
  known: object;
  /** The properties that the request changes: they are uncertain from now on. */
  uncertain: string[];
}

/**
 * Sends a change of an object. The properties are saved as uncertain before, because this process may be killed. Unless the
 * platform refuses the change, they stay uncertain until `saveKnown`.
 */
export async function sendChange<T>(
  context: OperationContext,
  { id, known, uncertain }: ChangeStep,
  send: () => Promise<T>,
): Promise<T> {
  const before = context.progress;
  // An empty list, too, lets the next run find out whether the request took effect.
  context.save({ id, known, uncertain: [...new Set([...(before?.uncertain ?? []), ...uncertain])] });
  const outcome = await outcomeOf(send);
  if (outcome.status === "done") return outcome.result;
  if (outcome.status === "refused") context.save(before);
  throw outcome.error;
}

/** Saves what is known of an object after a step. The `certain` properties have their known values again. */
export function saveKnown(
  context: OperationContext,
  { id, known }: Pick<ChangeStep, "id" | "known">,
  certain: readonly string[] = [],
): void {
  const uncertain = (context.progress?.uncertain ?? []).filter((name) => !certain.includes(name));
  context.save({ id, known, ...(uncertain.length > 0 && { uncertain }) });
}

/**
 * Reads after a change. The platform's replicas may lag, so the object is read until the change is visible. Returns the last
 * result if the change does not become visible.
 */
export async function readAfterWrite<T>(
  context: OperationContext,
  read: () => Promise<T>,
  isVisible: (seen: T) => boolean,
): Promise<T> {
  let seen = await read();
  if (isVisible(seen)) return seen;
  await context.poll(async () => {
    seen = await read();
    return isVisible(seen) || undefined;
  }, "replicated");
  return seen;
}

/**
 * Reads until a change of an object is visible. It is an error if the platform accepted the change, but still returns other
 * values.
 */
export async function readChanged<S extends object>(
  context: OperationContext,
  id: string,
  { properties, change }: { properties: AnyProperties; change: object },
  read: () => Promise<Read<S>>,
): Promise<Read<S>> {
  const differing = (seen: S) => notApplied(properties, seen, change);
  const isVisible = (seen: Read<S>) =>
    seen === "unreadable" || (seen !== "gone" && differing(seen).length === 0);
  const seen = await readAfterWrite(context, read, isVisible);
  if (seen === "gone" || seen === "unreadable" || isVisible(seen)) return seen;
  context.save({ id, known: seen });
  throw TASKS.withoutEffect.error({ fields: differing(seen).join(", ") });
}

/** The state that was read, or `known` if the deployment cannot read the object. Throws if the object does not exist. */
export function readOrKnown<S>(seen: Read<S>, known: S, missing: () => Error): S {
  if (seen === "gone") throw missing();
  return seen === "unreadable" ? known : (seen as S);
}

const MAX_ATTEMPTS = 10;

/** A request that the platform accepts only while no other task changes the object. */
export interface LockedRequest {
  send(): Promise<ChangeResult<unknown>>;
  /** The task that changes the object now. */
  blockingTask(): Promise<string | undefined>;
}

/** Sends a change of an object as soon as the platform accepts it, and waits for its tasks. */
export async function changeLocked(
  request: LockedRequest,
  step: ChangeStep,
  context: OperationContext,
): Promise<void> {
  const result = await sendChange(context, step, () => sendUnlocked(request, context));
  await context.awaitTasks(await tasksOf(result, request));
}

/** Sends a deletion in the same way. It leaves nothing to continue. */
export async function deleteLocked(request: LockedRequest, context: OperationContext): Promise<void> {
  await context.awaitTasks(await tasksOf(await sendUnlocked(request, context), request));
}

/** The reply's body, and with it the id of the task, may have been lost: then the object names the task. */
async function tasksOf(
  { tasks, hasNoBody }: ChangeResult<unknown>,
  { blockingTask }: LockedRequest,
): Promise<string[]> {
  const task = hasNoBody && (await blockingTask());
  return task ? [task] : tasks;
}

/** While another task changes the object, the platform answers 409. */
async function sendUnlocked(
  { send, blockingTask }: LockedRequest,
  context: OperationContext,
): Promise<ChangeResult<unknown>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
      const task = await blockingTask().catch((failure: unknown) => {
        // The platform has refused the change. A failed read afterwards does not make its outcome unknown.
        throw isOutcomeUnknown(failure) ? error : failure;
      });
      // The other task has ended, or the conflict is a different one: the second attempt shows which.
      if (task === undefined && attempt > 1) throw error;
      if (task === undefined) continue;
      await context.awaitForeignTask(task);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 409;
}
