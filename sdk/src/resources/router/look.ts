import type { Region } from "../../api/routers";
import type { Run } from "../../contract/resource";
import { type Order, type RouterState, stateOf } from "./state";

/** What looking at a router tells; `unreadable` where this deployment has no operation to look with. */
export type Seen = RouterState | "gone" | "unreadable";

export async function look(region: Region, id: string, order: Order, run: Run): Promise<Seen> {
  const found = await run.platform.routers.find(region, id, run.signal);
  return found.is === "found" ? stateOf(region, found.object, order) : found.is;
}

/** The same after a change: what is told from before it is looked at again, as the platform's replicas lag. */
export function lookAfter(
  region: Region,
  id: string,
  order: Order,
  run: Run,
  isChanged: (state: RouterState) => boolean = () => true,
): Promise<Seen> {
  const isNew = (seen: Seen) => seen === "unreadable" || (seen !== "gone" && isChanged(seen));
  return run.lookAfter(() => look(region, id, order, run), isNew);
}
