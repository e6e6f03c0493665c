import type { Api } from "../api/platform";
import { TASKS } from "../errors/tasks";
import { PlatformError } from "../http/error";
import type { OperationContext } from "./context";
import { contradicted } from "./difference";
import type { Progress } from "./progress";

/**
 * Sends a change of an object. Unless the platform refuses it, the object exists from then on, and the properties that
 * `progress` names as unsure are as they were or as they were sent, until more is saved.
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

/** Whether a request failed in a way that does not tell whether the platform has carried it out. */
export function mayHaveTakenEffect(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.mayHaveTakenEffect;
}

/**
 * Reads after a change. What the platform shows may be older than the change, as its replicas lag: then it is read
 * again for a while. If it stays as it was, that is returned.
 */
export async function readAfterWrite<T>(
  context: OperationContext,
  read: () => Promise<T>,
  isVisible: (seen: T) => boolean,
): Promise<T> {
  const first = await read();
  if (isVisible(first)) return first;
  const later = await context.poll(async () => {
    const seen = await read();
    return isVisible(seen) ? { seen } : undefined;
  }, "replicated");
  return later ? later.seen : first;
}

/**
 * Looks for the object that a request has created. The search goes on for some seconds after the end of the operation:
 * what exists must not be lost.
 */
export async function findCreated<T>(
  context: OperationContext,
  find: (platform: Api) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await context.poll(() => find(context.platform), "replicated");
  return found ?? find(context.recovery).catch(() => undefined);
}

/** Reads until a change of an object is visible. A change that the platform accepted and does not show is an error. */
export async function readChanged<S extends object>(
  context: OperationContext,
  id: string,
  { properties, change }: { properties: object; change: object },
  read: () => Promise<S | "gone" | "unreadable">,
): Promise<S | "gone" | "unreadable"> {
  const differing = (seen: S) => contradicted(properties, seen, change);
  const isVisible = (seen: S | "gone" | "unreadable") =>
    seen === "unreadable" || (seen !== "gone" && differing(seen).length === 0);
  const seen = await readAfterWrite(context, read, isVisible);
  if (seen === "gone" || seen === "unreadable" || isVisible(seen)) return seen;
  context.save({ id, known: seen });
  throw new Error(TASKS.withoutEffect.message({ fields: differing(seen).join(", ") }));
}
