import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { canonicalJson, type JsonObject } from "../../../../sdk/src/util/json";
import type { LimitRequestRecord } from "../../../../simulator/src";
import { expectModel } from "../../../model/expect-model";
import { faultsOf, LAGGING_READS, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import {
  documentedOnly,
  type Fields,
  type PlatformObject,
  type ResourceSpec,
} from "../../../model/resource-spec";

const METHODS = ["GET", "POST", "DELETE"];
const UNRELATED = {
  description: "Somebody else's",
  requested_limits: { global_limits: { project_count_limit: 5 } },
};

/** Valid limits, as the program declares them and as the platform returns them. */
const LIMITS = [
  [{ globalLimits: { projectCountLimit: 10 } }, { global_limits: { project_count_limit: 10 } }],
  [
    { regionalLimits: [{ regionId: 2, vmCountLimit: 7 }] },
    { regional_limits: [{ region_id: 2, vm_count_limit: 7 }] },
  ],
] as const;

/** The index in LIMITS, for both forms. */
const limitsOf = (limits: unknown): number =>
  LIMITS.findIndex((forms) => forms.some((each) => canonicalJson(each) === canonicalJson(limits)));

const fieldsOfInputs = ({ description, requestedLimits }: JsonObject) =>
  ({ description, limits: limitsOf(requestedLimits) }) as Fields;

const fieldsOfOutputs = (outputs: JsonObject): Fields => ({
  ...fieldsOfInputs(outputs),
  ...(outputs.status !== undefined && { status: outputs.status }),
});

const fieldsOfRecord = ({ description, requested_limits, status }: LimitRequestRecord): Fields => ({
  description,
  limits: limitsOf(requested_limits),
  status,
});

const matchKey = ({ description, limits }: Fields) => `${description} ${limits}`;

const newest = (objects: PlatformObject[], expected: Fields) =>
  objects.findLast(({ fields }) => matchKey(fields) === matchKey(expected));

const request: ResourceSpec = {
  handler,
  settings: { taskTimeout: "1m" },
  prepare: ({ quotas }) => [quotas.add(UNRELATED).id],
  objects: ({ quotas }) =>
    quotas.requests().map((record) => ({ id: record.id, fields: fieldsOfRecord(record) })),
  remove: ({ quotas }, id) => quotas.remove(id),
  args: fc.record(
    {
      description: fc.constantFrom("More", "Much more"),
      requestedLimits: fc.constantFrom(...LIMITS.map(([inputs]) => inputs as unknown as JsonObject)),
      waitForDecision: fc.boolean(),
    },
    { requiredKeys: ["description", "requestedLimits"] },
  ),
  optional: ["waitForDecision"],
  // The run waits for an approval, and the request is undecided or rejected.
  cannotSucceed: ({ waitForDecision, ...args }, objects) =>
    waitForDecision === true && newest(objects, fieldsOfInputs(args))?.fields.status !== "done",
  fieldsOfInputs,
  fieldsOfOutputs,
  initialFields: { status: "in progress" },
  resetFields: {},
  objectOf: ({ outputs }, objects) =>
    objects.find(({ id }) => id === String(outputs.requestId)) ?? newest(objects, fieldsOfInputs(outputs)),
  matchKey,
  isDefault: ({ fields }) => fields.status !== "in progress",
  isReadable: ({ outputs }) => outputs.requestId !== undefined,
  drifts: [
    { text: "approve the request", apply: ({ quotas }, id) => decide(() => quotas.approve(id)) },
    { text: "reject the request", apply: ({ quotas }, id) => decide(() => quotas.reject(id)) },
    { text: "withdraw the request", apply: ({ quotas }, id) => quotas.remove(id) },
  ],
  faults: faultsOf([...MAYBE_PROCESSED, ...NOT_PROCESSED, ...LAGGING_READS], METHODS),
  canBeKilled: true,
  updatesOnlyState: true,
};

/** A decision about a decided request fails. Its status does not change. */
function decide(decision: () => unknown): void {
  try {
    decision();
  } catch {}
}

export const models = {
  "A stack has one open request for the same limits": () => expectModel(request),

  "A request is sent once if the deployment cannot list requests": () =>
    expectModel({
      ...documentedOnly(request),
      faults: faultsOf(NOT_PROCESSED, METHODS),
      canBeKilled: false,
    }),
};
