import type { CreatingHandler, OperationContext, WorkPart } from "../../lifecycle/handler";
import { longId } from "../../lifecycle/inputs/schemas";
import { createOrFind } from "../../lifecycle/steps/create";
import { deleteObject } from "../../lifecycle/steps/delete";
import { type LimitRequestRecord, QuotasApi, QuotasReader } from "../../platform/api/quotas";
import { isGone, isUnavailable, type LongId } from "../../platform/api/reply";
import { omitNullish } from "../../util/json";
import { findEqual, newestOfEqual, requestCreation } from "./create";
import { ERRORS } from "./errors";
import { LimitRequestInputs } from "./schema";
import {
  contentOf,
  isDecided,
  isOpen,
  type LimitRequestState,
  requestIdOf,
  sameLimits,
  sameText,
  stateOf,
} from "./state";

/** A request for other limits. A person at the platform decides on it. */
export const handler: CreatingHandler<LimitRequestInputs, LimitRequestState, LimitRequestRecord> = {
  type: "QuotaLimitRequest",
  inputs: LimitRequestInputs,
  properties: {
    description: { replaces: true, same: sameText },
    requestedLimits: { replaces: true, same: sameLimits },
    waitForDecision: { optional: true },
  },
  platformId: (id, state) => requestIdOf(id, state)?.toString(),
  identity: { id: { requestId: longId("quota limit request") } },
  list: {
    place: {},
    async read(_place, { api }) {
      const all = await new QuotasReader(api).listRequests({});
      return all && newestOfEqual(all).map((record) => stateOf(record, {} as LimitRequestState));
    },
  },
  probe: { name: "GET /cloud/v2/limits_request", query: { limit: 1 } },
  uniqueKeys: (inputs) => [
    {
      key: contentOf(inputs),
      property: "description",
      reason: "both ask for the same limits, and equal requests mean one; keep one of the two",
    },
  ],
  work: {
    create: ({ waitForDecision }, existing) => [
      { requests: existing ? 1 : 3 },
      ...decisionWork(waitForDecision),
    ],
    update: (_change, _state, { waitForDecision }) => decisionWork(waitForDecision),
    // The platform refuses to withdraw a decided request, which is then read.
    delete: ({ status }) => [{ requests: isDecided({ status: String(status) }) ? 2 : 1 }],
  },

  requireChangeable(live, { state: { requestId = "" }, inputs }) {
    if (inputs.waitForDecision) requireApprovable(live, requestId);
  },

  ifDeletionRefused: ({ status = "" }) =>
    isDecided({ status }) ? "it stays at the platform, as it is decided" : undefined,

  creation: requestCreation,

  async create(inputs, context) {
    const { id, object } = await createOrFind(handler, inputs, context);
    const state = object ? stateOf(object, inputs) : inputs;
    context.save({ id, known: state });
    return { id, state: await decided(id, state, context) };
  },

  async read(id, state, context) {
    const requestId = requestIdOf(id, state);
    if (requestId === undefined) {
      const record = await findEqual(state, context.api);
      return record ? stateOf(record, state) : "unreadable";
    }
    const found = await new QuotasReader(context.api).findRequest(requestId);
    return typeof found === "string" ? found : stateOf(found, state);
  },

  async update(id, state, { inputs }, context) {
    const { waitForDecision: _, ...known } = state;
    const requestId = requestIdOf(id, state);
    const asked = { ...known, ...omitNullish({ requestId }), ...inputs };
    const record = requestId === undefined ? await findEqual(state, context.api) : undefined;
    return decided(id, record ? stateOf(record, asked) : asked, context);
  },

  async delete(id, state, context) {
    const isOurs = (record: LimitRequestRecord) => isOpen(record) && !context.isInUse(String(record.id));
    const requestId = requestIdOf(id, state) ?? (await findEqual(state, context.api, isOurs))?.id;
    await withdraw(requestId, context);
  },
};

/** The first poll, and the wait for a person, which no list of tasks shows. */
function decisionWork(waitForDecision: unknown): WorkPart[] {
  return waitForDecision === true ? [{ requests: 1, task: "decision on a quota limit request" }] : [];
}

/** The state after the decision if `waitForDecision` is set. A rejection is an error; the request stays in the state. */
async function decided(
  id: string,
  state: LimitRequestState,
  context: OperationContext,
): Promise<LimitRequestState> {
  const { requestId, waitForDecision } = state;
  if (!waitForDecision) return state;
  if (requestId === undefined) {
    context.save({ id, known: state });
    const listed = await new QuotasReader(context.api).listRequests({});
    if (listed) throw ERRORS.decisionNotPolled.error();
    context.warn(ERRORS.decisionNotAwaited.error());
    return state;
  }
  const get = async () => {
    const found = await new QuotasReader(context.api).findRequest(requestId);
    if (found === "gone") return requireApprovable(found, requestId);
    if (found === "unreadable") return undefined;
    const seen = stateOf(found, state);
    context.save({ id, known: seen });
    context.status(`${seen.status ?? "no status"}, quota limit request ${requestId}`);
    return isDecided(found) ? seen : undefined;
  };
  const decided = (await context.poll(get, {
    decided: `the quota limit request ${requestId} was not decided`,
  })) as LimitRequestState;
  requireApprovable(decided, requestId);
  return decided;
}

/** Throws if nobody will approve the request. */
function requireApprovable(live: LimitRequestState | "gone", requestId: LongId): undefined {
  if (live === "gone") throw ERRORS.withdrawn.error({ requestId });
  if (live.status === "rejected") throw ERRORS.rejected.error({ requestId });
}

const ADVICE = "Ask those who decide it to drop it.";

/** Withdraws a request. A request that is decided, or that this deployment cannot withdraw, stays. */
async function withdraw(id: LongId | undefined, context: OperationContext): Promise<void> {
  if (id === undefined) {
    context.info(`the quota limit request stays at the platform: its id is not known here. ${ADVICE}`);
    return;
  }
  const quotas = new QuotasApi(context.api);
  const undeleted = await deleteObject(
    () => quotas.deleteRequest(id),
    () => new QuotasReader(context.api).findRequest(id),
  );
  if (undeleted === undefined) return;
  const { error, left } = undeleted;
  if (left === "unreadable" && isGone(error)) return;
  const isOpen = left === "unreadable" || !isDecided(left);
  if (isOpen && !isUnavailable(error)) throw error;
  const why = isOpen ? `: this deployment has no operation to withdraw it. ${ADVICE}` : ", as it is decided";
  context.info(`the quota limit request ${id} stays at the platform${why}`);
}
