import type { ResourceMock } from "../../lifecycle/mock";
import { omitNullish } from "../../util/json";
import { MOCK_TIME } from "../../util/mock";
import type { LimitRequestInputs } from "./schema";
import type { LimitRequestState } from "./state";

export const mock: ResourceMock<LimitRequestInputs, LimitRequestState> = (known, values) => {
  const state: LimitRequestState = {
    description: "More projects",
    requestedLimits: { globalLimits: { projectCountLimit: 10 } },
    requestId: values.number("request"),
    status: known.waitForDecision ? "done" : "in progress",
    createdAt: MOCK_TIME,
    updatedAt: MOCK_TIME,
    ...omitNullish(known),
  };
  return { id: String(state.requestId), state };
};
