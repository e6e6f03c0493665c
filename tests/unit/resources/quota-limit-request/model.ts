import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { canonicalJson, type JsonObject } from "../../../../sdk/src/util/json";
import type { LimitRequestRecord } from "../../../../simulator/src";
import { faultsOf, LATE, UNSURE, WITHOUT_EFFECT } from "../../../model/faults";
import { expectModel } from "../../../model/object";
import { documentedOnly, type Facts, type Subject, type Thing } from "../../../model/subject";

const METHODS = ["GET", "POST", "DELETE"];
const STRANGER = {
  description: "Somebody else's",
  requested_limits: { global_limits: { project_count_limit: 5 } },
};

/** What may be asked for, as it is declared and in the platform's words. */
const LIMITS = [
  [{ globalLimits: { projectCountLimit: 10 } }, { global_limits: { project_count_limit: 10 } }],
  [
    { regionalLimits: [{ regionId: 2, vmCountLimit: 7 }] },
    { regional_limits: [{ region_id: 2, vm_count_limit: 7 }] },
  ],
] as const;

/** The same in both words: the position in the list. */
const limitsOf = (limits: unknown): number =>
  LIMITS.findIndex((words) => words.some((each) => canonicalJson(each) === canonicalJson(limits)));

const declared = ({ description, requestedLimits }: JsonObject) =>
  ({ description, limits: limitsOf(requestedLimits) }) as Facts;

const known = (outputs: JsonObject): Facts => ({
  ...declared(outputs),
  ...(outputs.status !== undefined && { status: outputs.status }),
});

const recordFacts = ({ description, requested_limits, status }: LimitRequestRecord): Facts => ({
  description,
  limits: limitsOf(requested_limits),
  status,
});

const identity = ({ description, limits }: Facts) => `${description} ${limits}`;

const newest = (things: Thing[], wanted: Facts) =>
  things.findLast(({ facts }) => identity(facts) === identity(wanted));

const request: Subject = {
  handler,
  settings: { taskTimeout: "1m" },
  prepare: ({ quotas }) => [quotas.add(STRANGER).id],
  things: ({ quotas }) => quotas.requests().map((record) => ({ id: record.id, facts: recordFacts(record) })),
  remove: ({ quotas }, id) => quotas.remove(id),
  args: fc.record(
    {
      description: fc.constantFrom("More", "Much more"),
      requestedLimits: fc.constantFrom(...LIMITS.map(([ours]) => ours as unknown as JsonObject)),
      waitForDecision: fc.boolean(),
    },
    { requiredKeys: ["description", "requestedLimits"] },
  ),
  optional: ["waitForDecision"],
  // Nobody has decided, or not as it is wished.
  hopeless: ({ waitForDecision, ...args }, things) =>
    waitForDecision === true && newest(things, declared(args))?.facts.status !== "done",
  declared,
  known,
  fresh: { status: "in progress" },
  reset: {},
  own: ({ outputs }, things) =>
    things.find(({ id }) => id === String(outputs.requestId)) ?? newest(things, declared(outputs)),
  identity,
  harmless: ({ facts }) => facts.status !== "in progress",
  tells: ({ outputs }) => outputs.requestId !== undefined,
  drifts: [
    { text: "approves it", apply: ({ quotas }, id) => decide(() => quotas.approve(id)) },
    { text: "rejects it", apply: ({ quotas }, id) => decide(() => quotas.reject(id)) },
    { text: "withdraws it", apply: ({ quotas }, id) => quotas.remove(id) },
  ],
  faults: faultsOf([...UNSURE, ...WITHOUT_EFFECT, ...LATE], METHODS),
  kills: true,
  inert: true,
};

/** What is decided stays so. */
function decide(decision: () => unknown): void {
  try {
    decision();
  } catch {}
}

export const models = {
  "A request for other limits is open once": () => expectModel(request),

  "A request that cannot be listed is sent once": () =>
    expectModel({
      ...documentedOnly(request),
      faults: faultsOf(WITHOUT_EFFECT, METHODS),
      kills: false,
    }),
};
