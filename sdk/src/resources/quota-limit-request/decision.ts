import type { OperationContext } from "../../lifecycle/context";
import { QuotasApi } from "../../platform/api/quotas";
import { ERRORS } from "./errors";
import { type LimitRequestState, stateOf } from "./state";
import { isDecided, isRejected } from "./status";

/** Waits for the decision. A rejection is an error; the request stays in the state. */
export async function decision(
  id: string,
  state: LimitRequestState,
  context: OperationContext,
): Promise<LimitRequestState> {
  const { requestId } = state;
  if (requestId === undefined) {
    context.save({ id, known: state });
    const listed = await new QuotasApi(context.platform).listRequests({});
    if (listed) throw ERRORS.decisionNotPolled.error();
    context.warn(ERRORS.decisionNotAwaited.error());
    return state;
  }
  const get = async () => {
    const found = await new QuotasApi(context.platform).findRequest(requestId);
    if (found.is === "gone") throw ERRORS.withdrawn.error({ requestId });
    if (found.is === "unreadable") return undefined;
    const seen = stateOf(found.object, state);
    context.save({ id, known: seen });
    context.status(`${seen.status ?? "no status"}, quota limit request ${requestId}`);
    return isDecided(found.object) ? seen : undefined;
  };
  const decided = (await context.poll(get, {
    decided: `the quota limit request ${requestId} was not decided`,
  })) as LimitRequestState;
  if (isRejected(decided)) throw ERRORS.rejected.error({ requestId });
  return decided;
}
