import type { Run } from "../../contract/resource";
import { QUOTAS } from "../../errors/quotas";
import { type LimitRequestState, stateOf } from "./state";
import { isDecided, isRejected } from "./status";

/** Waits until somebody has decided. A rejection is an error that keeps the request. */
export async function decision(id: string, state: LimitRequestState, run: Run): Promise<LimitRequestState> {
  const { requestId } = state;
  if (requestId === undefined) {
    run.exists(id, state);
    const listed = await run.platform.quotas.requests({}, run.signal);
    if (listed) throw new Error(QUOTAS.notFoundYet.says());
    run.warn(QUOTAS.notWaitedFor.says());
    return state;
  }
  const decided = await run.until(`the quota limit request ${requestId} was not decided`, async () => {
    const found = await run.platform.quotas.findRequest(requestId, run.signal);
    if (found.is === "gone") throw new Error(QUOTAS.withdrawn.says({ requestId }));
    if (found.is === "unreadable") return undefined;
    const seen = stateOf(found.object, state);
    run.exists(id, seen);
    run.status(`${seen.status ?? "no status"}, quota limit request ${requestId}`);
    return isDecided(found.object) ? seen : undefined;
  });
  if (isRejected(decided)) throw new Error(QUOTAS.rejected.says(decided));
  return decided;
}
