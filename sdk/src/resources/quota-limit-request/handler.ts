import type { OperationContext } from "../../lifecycle/context";
import type { ResourceHandler } from "../../lifecycle/handler";
import { longId } from "../../lifecycle/inputs/schemas";
import { createOrFind } from "../../lifecycle/steps/creation";
import { type LimitRequestRecord, QuotasApi } from "../../platform/api/quotas";
import { contentOf, sameLimits, sameText } from "./body";
import { findEqual, requestCreation } from "./create";
import { decision } from "./decision";
import { LimitRequestInputs } from "./schema";
import { askedFor, type LimitRequestState, requestIdOf, stateOf } from "./state";
import { isOpen } from "./status";
import { withdraw } from "./withdraw";

/** A request for other limits. A person at the platform decides on it. */
export const handler: ResourceHandler<LimitRequestInputs, LimitRequestState> = {
  type: "QuotaLimitRequest",
  inputs: LimitRequestInputs,
  properties: {
    description: { replaces: true, same: sameText },
    requestedLimits: {
      replaces: true,
      same: (declared, actual) => actual !== undefined && sameLimits(declared, actual),
    },
    waitForDecision: { optional: true },
  },
  platformId: (id, state) => requestIdOf(id, state)?.toString(),
  identity: { id: { requestId: longId("quota limit request") } },
  probe: {
    name: "GET /cloud/v2/limits_request",
    path: "/cloud/v2/limits_request",
    query: { limit: 1 },
  },
  uniqueKeys: (inputs) => [
    {
      key: contentOf(inputs),
      property: "description",
      reason: "both ask for the same limits, and equal requests mean one; keep one of the two",
    },
  ],

  async create(inputs, context) {
    const asked = askedFor(inputs);
    const { id, object } = await createOrFind(requestCreation(inputs, context), context);
    const state = object ? stateOf(object, asked) : asked;
    context.save({ id, known: state });
    return { id, state: await decided(id, state, inputs, context) };
  },

  async read(id, state, context) {
    const requestId = requestIdOf(id, state);
    if (requestId === undefined) {
      const record = await findEqual(state, context.platform);
      return record ? stateOf(record, state) : "unreadable";
    }
    const found = await new QuotasApi(context.platform).findRequest(requestId);
    return found.is === "found" ? stateOf(found.object, state) : found.is;
  },

  async update(id, state, { inputs }, context) {
    const { waitForDecision: _, ...known } = state;
    const requestId = requestIdOf(id, state);
    const asked = { ...known, ...(requestId !== undefined && { requestId }), ...askedFor(inputs) };
    const record = requestId === undefined ? await findEqual(state, context.platform) : undefined;
    return decided(id, record ? stateOf(record, asked) : asked, inputs, context);
  },

  async delete(id, state, context) {
    const isOurs = (record: LimitRequestRecord) => isOpen(record) && !context.isInUse(String(record.id));
    const requestId = requestIdOf(id, state) ?? (await findEqual(state, context.platform, isOurs))?.id;
    await withdraw(requestId, context);
  },
};

/** The state after the decision if `waitForDecision` is set. */
async function decided(
  id: string,
  state: LimitRequestState,
  { waitForDecision }: LimitRequestInputs,
  context: OperationContext,
): Promise<LimitRequestState> {
  return waitForDecision ? decision(id, state, context) : state;
}
