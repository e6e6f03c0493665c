import type { Run } from "../handler";
import { type LimitRequestState, stateOf } from "./state";
import { isDecided, isRejected } from "./status";

/** Waits until somebody has decided. A rejection is an error that keeps the request. */
export async function decision(id: string, state: LimitRequestState, run: Run): Promise<LimitRequestState> {
  const { requestId } = state;
  if (requestId === undefined) {
    run.warn(
      "waitForDecision: the id of the quota limit request is not known here, so its decision is not waited for",
    );
    return state;
  }
  const decided = await run.until(`the quota limit request ${requestId} was not decided`, async () => {
    const found = await run.platform.quotas.findRequest(requestId, run.signal);
    if (found.is === "gone") throw new Error(withdrawnText(requestId));
    if (found.is === "unreadable") return undefined;
    const seen = stateOf(found.object, state);
    run.exists(id, seen);
    run.status(`${seen.status ?? "no status"}, quota limit request ${requestId}`);
    return isDecided(found.object) ? seen : undefined;
  });
  if (isRejected(decided)) throw new Error(rejectedText(decided));
  return decided;
}

function withdrawnText(requestId: string | number): string {
  return (
    `the quota limit request ${requestId} is not there any more: it was withdrawn before it was decided. ` +
    "Run `pulumi refresh` and then `pulumi up`, which asks again."
  );
}

function rejectedText({ requestId, description }: LimitRequestState): string {
  return (
    `the quota limit request ${requestId} ("${shortened(description)}") was rejected by the platform. ` +
    "To ask again, change its description or its limits, which makes a new request; to go on without, set waitForDecision to false or remove the resource."
  );
}

const LONGEST = 60;

export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
