import { TASKS } from "../../errors/tasks";
import type { Api } from "../../platform/api/deployment";
import { PlatformError } from "../../platform/http/error";
import type { OperationContext } from "../context";
import { contradicted } from "../diff/difference";
import type { Read } from "../handler";
import type { Progress } from "../progress";

/**
 * Sends a change of an object. Unless the platform refuses the change, the object exists from then on. The properties that
 * are `unsure` in the progress then have their old values or those that were sent.
 */
export async function sendChange<T>(
  context: OperationContext,
  progress: Progress,
  send: () => Promise<T>,
): Promise<T> {
  try {
    const reply = await send();
    context.save(progress);
    return reply;
  } catch (error) {
    if (mayHaveTakenEffect(error)) context.save(progress);
    throw error;
  }
}

/** Whether the platform may have carried out a request that failed. */
export function mayHaveTakenEffect(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.mayHaveTakenEffect;
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
 * Finds the object that a request has created. The search continues for some seconds after the end of the operation, so
 * that no created object is lost. Throws if the last search fails: then it is not known whether there is an object.
 */
export async function findCreated<T>(
  context: OperationContext,
  find: (platform: Api) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await context.poll(() => find(context.platform), "replicated");
  return found ?? find(context.recovery);
}

/**
 * Reads until a change of an object is visible. It is an error if the platform accepted the change, but still returns other
 * values.
 */
export async function readChanged<S extends object>(
  context: OperationContext,
  id: string,
  { properties, change }: { properties: object; change: object },
  read: () => Promise<Read<S>>,
): Promise<Read<S>> {
  const differing = (seen: S) => contradicted(properties, seen, change);
  const isVisible = (seen: Read<S>) =>
    seen === "unreadable" || (seen !== "gone" && differing(seen).length === 0);
  const seen = await readAfterWrite(context, read, isVisible);
  if (seen === "gone" || seen === "unreadable" || isVisible(seen)) return seen;
  context.save({ id, known: seen });
  throw TASKS.withoutEffect.error({ fields: differing(seen).join(", ") });
}

/** The state that was read, or `known` if the deployment cannot read the object. Throws if the object does not exist. */
export function existing<S>(seen: Read<S>, known: S, missing: () => Error): S {
  if (seen === "gone") throw missing();
  return seen === "unreadable" ? known : (seen as S);
}
