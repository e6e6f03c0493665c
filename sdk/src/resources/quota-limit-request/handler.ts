import { longId, text } from "../../operation/inputs/schemas";
import { propertiesOf } from "../../operation/properties";
import { isRefusal } from "../../operation/refusal";
import {
  type Approval,
  type Change,
  done,
  type Live,
  type Resource,
  type Seen,
} from "../../operation/resource";
import type { Reader } from "../../platform/api/api";
import { type LeaveOut, wholeRecords } from "../../platform/api/pages";
import { deleteLimitRequest, findLimitRequest, listLimitRequests } from "../../platform/api/quotas";
import type { LongId } from "../../platform/api/reply";
import { isGone, isMissing, isUnconfirmed } from "../../platform/evidence/answers";
import { areOfSeveralClients, listRequests, live, newestOfEqual, requestCreation } from "./creation";
import { ERRORS } from "./errors";
import { LimitRequestInputs } from "./schema";
import {
  contentOf,
  isDecided,
  isRejected,
  type LimitRequestState,
  requestIdOf,
  sameLimits,
  sameText,
} from "./state";

/** A request for other limits. A person at the platform decides on it. */
export const handler: Resource<LimitRequestInputs, LimitRequestState> = {
  type: "QuotaLimitRequest",
  inputs: LimitRequestInputs,
  properties: propertiesOf<LimitRequestInputs, LimitRequestState>(LimitRequestInputs, {
    description: { kind: "replaces", same: sameText },
    requestedLimits: { kind: "replaces", same: sameLimits },
    waitForDecision: { kind: "local", same: (declared, actual = false) => declared === actual },
  }),
  identity: {
    id: { requestId: longId("quota limit request") },
    query: { status: text("the status of a request").optional() },
    read: (reader, id, state) => readRequest(reader, requestIdOf(id, state), state),
    list: (reader, selected, leaveOut) =>
      leaveOut ? listNewest(reader, leaveOut) : listRequests(reader, selected),
  },

  creation: requestCreation,

  change(seen, { inputs, recorded }) {
    const state = typeof seen === "string" ? recorded : seen;
    return inputs.waitForDecision ? [approval({ ...state, waitForDecision: true })] : [];
  },

  removal: ({ requestId }) =>
    requestId === undefined
      ? [`the quota limit request stays at the platform: its id is not known here. ${ADVICE}`]
      : [withdraw(requestId)],
};

async function listNewest(
  reader: Reader,
  leaveOut: LeaveOut,
): Promise<Live<LimitRequestState>[] | undefined> {
  const all = wholeRecords(await listLimitRequests(reader, {}), leaveOut);
  return all && newestOfEqual(all).map((record) => live(record, {}));
}

/** A request whose id is not known is found by what it asks for, unless another client may have sent it. */
async function readRequest(
  reader: Reader,
  requestId: LongId | undefined,
  state: LimitRequestState,
): Promise<Seen<LimitRequestState>> {
  if (requestId === undefined) {
    const { waitForDecision: _, ...known } = state;
    const listed = await listRequests(reader, known);
    const isSame = (one: LimitRequestState) => contentOf(one) === contentOf(state);
    return listed?.find((one) => isSame(one.state) && one.lacks !== "owner") ?? "unreadable";
  }
  const found = await findLimitRequest(reader, requestId, state.status !== undefined);
  // A decided request is history, also once the platform no longer keeps it.
  if (found === "gone" && isDecided(state)) return "unreadable";
  return typeof found === "string" ? found : live(found, state);
}

/** The wait for a person. A rejection is an error; the request stays in the state. */
function approval(state: LimitRequestState): Approval<LimitRequestState> {
  const { requestId } = state;
  return {
    awaits: ["the quota limit request", requestId].filter(Boolean).join(" "),
    async read(reader) {
      const seen = await readRequest(reader, requestId, state);
      if (requestId !== undefined || seen !== "unreadable") return seen;
      const all = await listLimitRequests(reader, {});
      if (all && !areOfSeveralClients(all)) throw ERRORS.decisionNotPolled.error();
      return seen;
    },
    isDecided(seen) {
      if (seen === "unreadable") return requestId === undefined && ERRORS.decisionNotAwaited.error();
      if (seen === "gone") throw ERRORS.withdrawn.error({ requestId: requestId ?? "" });
      if (isRejected(seen)) throw ERRORS.rejected.error({ requestId: seen.requestId ?? "" });
      return isDecided(seen);
    },
  };
}

const ADVICE = "Ask those who decide it to drop it.";

/** Withdraws a request. A request that is decided, or that this deployment cannot withdraw, stays. */
function withdraw(id: LongId): Change<LimitRequestState> {
  return {
    send: (api) => deleteLimitRequest(api, id).then(done),
    settle: (failure) =>
      (isMissing(failure) || isRefusal(failure)) &&
      ((seen) => {
        if (seen === "unreadable" && isGone(failure)) return [];
        const isOpen = typeof seen === "string" || !isDecided(seen);
        if (!isOpen) return [`the quota limit request ${id} stays at the platform, as it is decided`];
        // The id is known only from the list, so this deployment has more than the documented operations.
        if (isUnconfirmed(failure))
          throw ERRORS.cannotWithdraw.error({ requestId: id, summary: failure.summary });
        return undefined;
      }),
  };
}
