import type { Region } from "../../api/routers";
import { readAfterWrite } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import { type Order, type RouterState, stateOf } from "./state";

/** A router as the platform shows it; `unreadable` where this deployment has no operation to read it. */
export type Seen = RouterState | "gone" | "unreadable";

export async function readRouter(
  region: Region,
  id: string,
  order: Order,
  { platform }: OperationContext,
): Promise<Seen> {
  const found = await platform.routers.find(region, id);
  return found.is === "found" ? stateOf(region, found.object, order) : found.is;
}

/** Reads a router that has just been created: the platform's replicas may not have it yet. */
export function readCreated(
  region: Region,
  id: string,
  order: Order,
  context: OperationContext,
): Promise<Seen> {
  const read = () => readRouter(region, id, order, context);
  return readAfterWrite(context, read, (seen) => seen !== "gone");
}

/** The task that changes a router now. */
export async function holderOf(
  region: Region,
  id: string,
  { platform }: OperationContext,
): Promise<string | undefined> {
  const found = await platform.routers.find(region, id);
  return found.is === "found" ? (found.object.task_id ?? undefined) : undefined;
}
