import type { Simulator } from "../../../../simulator/src";
import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs, region } from "./inputs";

const MORE = {
  description: "A second region",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
};

const GLOBAL = { global_limits: { project_count_limit: 9 } };
const withRegions = (...ids: number[]) => ({
  ...MORE,
  requestedLimits: { globalLimits: { projectCountLimit: 40 }, regionalLimits: ids.map(region) },
});

function remove({ quotas }: Simulator): void {
  for (const { id } of quotas.requests()) quotas.remove(id);
}

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:QuotaLimitRequest",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").QuotaLimitRequest',
    optional: ["waitForDecision"],
  },
  inputs,
  duplicates: [
    [
      "the same limits in another order",
      withRegions(76, 80),
      { ...withRegions(80, 76), waitForDecision: true },
      "description",
      "is the same as in another resource of this stack, one: both ask for the same limits, and equal requests mean one; keep one of the two",
    ],
  ],
  scenario: {
    first: MORE,
    objects: ({ quotas }) =>
      Object.fromEntries(quotas.requests().map(({ id, description }) => [id, description])),
    remove,
    // The id in the state remains the generated one if the request was not listed at its creation.
    idOf: ({ id, outputs }) => `${outputs.requestId ?? id}`,
    declared: ({ description }) => description,
    changes: { replace: { ...MORE, description: "A third region" } },
  },
  existing: {
    args: MORE,
    different: { property: "description", value: "Other reasons", actual: '"A second region"' },
    missing: "77",
    notFound: "QuotaLimitRequest 77 does not exist at the platform [object-not-found]",
    malformed: {
      id: "0",
      problem:
        "requestId must be the number of a quota limit request: a whole number, 1 or more; as a text, digits alone",
    },
    change: ({ quotas }) => quotas.remove(String(quotas.requests()[0]?.id)),
    objects: ({ quotas }) => quotas.requests(),
  },
  adoptions: [
    {
      what: "An open request asks for the same",
      prepare({ quotas }) {
        quotas.add({ description: MORE.description, requested_limits: GLOBAL });
        return MORE;
      },
      creation: "adopts",
      deletion: "deletes",
      deleting: "withdraws the request",
    },
  ],
  optional: [{ args: { ...MORE, waitForDecision: false } }],
  documentedOnly: {
    prepare: () => MORE,
    id: /^unlisted-[0-9a-f]{7}$/,
    outputs: MORE,
    exported: ["description", "A second region"],
    messages: [
      "warning: this deployment of the platform cannot list quota limit requests: their ids and decisions are not known here, and duplicates are not detected [quota-request-list-unsupported]",
    ],
    remove,
    deletionMessages: [
      "info: the quota limit request stays at the platform: its id is not known here. Ask those who decide it to drop it.",
    ],
    left: 1,
  },
  program: {
    inputs: { ...withRegions(76), waitForDecision: true },
    secret: "description",
    live: {
      requestId: 5,
      status: "done",
      grantedLimits: { globalLimits: { projectCountLimit: 8 } },
      createdAt: "2026-01-01",
      updatedAt: "2026-01-02",
    },
  },
  upgrade: {
    since: "0.1.0",
    save: ({ quotas }) => ({ requests: quotas.requests() }),
    restore({ quotas }, { requests }) {
      for (const request of requests) quotas.add(request);
    },
    changes: { request: /limits_request/, count: 2 },
    left: { found: ({ quotas }) => quotas.requests(), expected: [] },
  },
  types: `
const regions: cloudplatform.RegionalLimits[] = [{ regionId: 76, cpuCountLimit: output(200) }];
const more = new cloudplatform.QuotaLimitRequest("more", { description: "More", requestedLimits: { regionalLimits: regions } });
export const status: Output<string | undefined> = more.status;
// @ts-expect-error a region is named by its number
new cloudplatform.QuotaLimitRequest("wrong", { description: "More", requestedLimits: { regionalLimits: [{ cpuCountLimit: 200 }] } });
// @ts-expect-error there is no such limit of a region
new cloudplatform.QuotaLimitRequest("wrong", { description: "More", requestedLimits: { regionalLimits: [{ regionId: 76, projectCountLimit: 1 }] } });
`,
};
