import type { LimitRequestRecord } from "../../api/quotas";
import type { ResourceHandler, Run } from "../../contract/resource";
import { contentOf, sameLimits } from "./body";
import { ask, findEqual } from "./create";
import { decision } from "./decision";
import { LimitRequestInputs } from "./schema";
import { askedFor, type LimitRequestState, requestIdOf, stateOf, unlistedId } from "./state";
import { isOpen } from "./status";
import { withdraw } from "./withdraw";

/** A request for other limits, which a person at the platform decides. */
export const handler: ResourceHandler<LimitRequestInputs, LimitRequestState> = {
  type: "QuotaLimitRequest",
  inputs: LimitRequestInputs,
  fields: {
    description: { replaces: true },
    requestedLimits: {
      replaces: true,
      same: (inputs, state) => sameLimits(inputs.requestedLimits, state.requestedLimits),
    },
    waitForDecision: {},
  },
  optional: { waitForDecision: "w" },
  platformId: (id, state) => requestIdOf(id, state)?.toString(),
  sole: (inputs) => [
    {
      object: contentOf(inputs),
      property: "description",
      reason: "both ask for the same limits, and equal requests mean one; keep one of the two",
    },
  ],

  async create(inputs, run) {
    const asked = askedFor(inputs);
    const record = await ask(inputs, run);
    const id = record ? String(record.id) : unlistedId(inputs);
    const state = record ? stateOf(record, asked) : asked;
    run.exists(id, state);
    return { id, state: await decided(id, state, inputs, run) };
  },

  async read(id, state, run) {
    const requestId = requestIdOf(id, state);
    if (requestId === undefined) {
      const record = await findEqual(state, run);
      return record ? stateOf(record, state) : "unreadable";
    }
    const found = await run.platform.quotas.findRequest(requestId, run.signal);
    return found.is === "found" ? stateOf(found.object, state) : found.is;
  },

  async update(id, state, inputs, run) {
    const { waitForDecision: _, ...known } = state;
    const requestId = requestIdOf(id, state);
    const asked = { ...known, ...(requestId !== undefined && { requestId }), ...askedFor(inputs) };
    const record = requestId === undefined ? await findEqual(state, run) : undefined;
    return decided(id, record ? stateOf(record, asked) : asked, inputs, run);
  },

  async delete(id, state, run) {
    const isOurs = (record: LimitRequestRecord) => isOpen(record) && !run.isInUse(String(record.id));
    const requestId = requestIdOf(id, state) ?? (await findEqual(state, run, isOurs))?.id;
    await withdraw(requestId, state.description, run);
  },

  inputsOf: ({ description, requestedLimits, waitForDecision }, declared) => ({
    description,
    requestedLimits,
    ...(declared("waitForDecision") && waitForDecision !== undefined && { waitForDecision }),
  }),
};

/** The state after the decision, where that is to be waited for. */
async function decided(
  id: string,
  state: LimitRequestState,
  { waitForDecision }: LimitRequestInputs,
  run: Run,
): Promise<LimitRequestState> {
  return waitForDecision ? decision(id, state, run) : state;
}
