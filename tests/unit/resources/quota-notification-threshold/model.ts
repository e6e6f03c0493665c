import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { faultsOf, LATE, UNSURE, WITHOUT_EFFECT } from "../../../model/faults";
import { expectModel } from "../../../model/object";
import { fullyDeclared, type Subject } from "../../../model/subject";

const STRANGER = 99;
const DEFAULT = 80;

const factsOf = ({ clientId, threshold }: JsonObject) => ({ clientId, threshold }) as Record<string, number>;

const threshold: Subject = {
  handler,
  prepare: ({ quotas }) => [String(quotas.setThreshold(STRANGER, 90).client_id)],
  // Every client has one, set or not.
  things: ({ quotas }) =>
    [1, 2, STRANGER].map((clientId) => ({
      id: String(clientId),
      facts: { clientId, threshold: quotas.threshold(clientId)?.threshold ?? DEFAULT },
    })),
  remove: ({ quotas }, id) => quotas.removeThreshold(Number(id)),
  args: fc.record({ clientId: fc.constantFrom(1, 1, 2), threshold: fc.constantFrom(60, 75, DEFAULT) }),
  ...fullyDeclared(factsOf),
  identity: ({ clientId }) => String(clientId),
  harmless: ({ facts }) => facts.threshold === DEFAULT,
  drifts: [
    { text: "sets another", apply: ({ quotas }, id) => void quotas.setThreshold(Number(id), 66) },
    { text: "sets it back", apply: ({ quotas }, id) => quotas.removeThreshold(Number(id)) },
  ],
  faults: faultsOf([...UNSURE, ...WITHOUT_EFFECT, ...LATE], ["GET", "PUT", "DELETE"]),
  kills: true,
};

export const models = {
  "The threshold of a client is the one that was declared last": () => expectModel(threshold),
};
