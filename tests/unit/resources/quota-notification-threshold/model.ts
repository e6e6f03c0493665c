import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { expectModel } from "../../../model/expect-model";
import { faultsOf, LAGGING_READS, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import { fullyDeclared, type ResourceSpec } from "../../../model/resource-spec";

const UNRELATED_CLIENT = 99;
/** The threshold of a client without a setting. */
export const DEFAULT = 80;

const fieldsOf = ({ clientId, threshold }: JsonObject) => ({ clientId, threshold }) as Record<string, number>;

const threshold: ResourceSpec = {
  handler,
  prepare: ({ quotas }) => [String(quotas.setThreshold(UNRELATED_CLIENT, 90).client_id)],
  // Without a setting, the threshold of a client is the default.
  objects: ({ quotas }) =>
    [1, 2, UNRELATED_CLIENT].map((clientId) => ({
      id: String(clientId),
      fields: { clientId, threshold: quotas.threshold(clientId)?.threshold ?? DEFAULT },
    })),
  remove: ({ quotas }, id) => quotas.removeThreshold(Number(id)),
  args: fc.record({ clientId: fc.constantFrom(1, 1, 2), threshold: fc.constantFrom(60, 75, DEFAULT) }),
  ...fullyDeclared(fieldsOf),
  matchKey: ({ clientId }) => String(clientId),
  isDefault: ({ fields }) => fields.threshold === DEFAULT,
  drifts: [
    { text: "set another threshold", apply: ({ quotas }, id) => void quotas.setThreshold(Number(id), 66) },
    { text: "reset the threshold", apply: ({ quotas }, id) => quotas.removeThreshold(Number(id)) },
  ],
  faults: faultsOf([...MAYBE_PROCESSED, ...NOT_PROCESSED, ...LAGGING_READS], ["GET", "PUT", "DELETE"]),
  canBeKilled: true,
};

export const models = {
  "The threshold of a client is the last declared one": () => expectModel(threshold),
};
