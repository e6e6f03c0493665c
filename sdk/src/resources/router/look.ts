import type { Region } from "../../api/routers";
import type { Run } from "../handler";
import { type Order, type RouterState, stateOf } from "./state";

/** What looking at a router tells; `unreadable` where this deployment has no operation to look with. */
export type Seen = RouterState | "gone" | "unreadable";

export async function look(region: Region, id: string, order: Order, run: Run): Promise<Seen> {
  const found = await run.platform.routers.find(region, id, run.signal);
  return found.is === "found" ? stateOf(region, found.object, order) : found.is;
}

/** The same after a change: what is told from before it is looked at again, as the platform's replicas lag. */
export async function lookAfter(
  region: Region,
  id: string,
  order: Order,
  run: Run,
  isChanged: (state: RouterState) => boolean = () => true,
): Promise<Seen> {
  const isOld = (seen: Seen) => seen === "gone" || (seen !== "unreadable" && !isChanged(seen));
  const first = await look(region, id, order, run);
  if (!isOld(first)) return first;
  const later = await run.lookFor(async () => {
    const seen = await look(region, id, order, run);
    return isOld(seen) ? undefined : seen;
  });
  return later ?? first;
}
