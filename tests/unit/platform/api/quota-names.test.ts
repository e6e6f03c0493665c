import { expect, test } from "@jest/globals";
import { apiOf, Deployment } from "../../../../sdk/src/platform/api/deployment";
import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../../../sdk/src/platform/api/quota-names";
import { QuotasReader } from "../../../../sdk/src/platform/api/quotas";
import { camelCase } from "../../../../sdk/src/util/camel";

// api.contract.test.ts checks all names against the contract of the API.

test("the names of limits are the same words in both spellings", () => {
  for (const [ours, theirs] of Object.entries({ ...GLOBAL_LIMITS, ...REGIONAL_LIMITS }))
    expect(ours).toBe(camelCase(theirs));
});

const reading = (body: object) =>
  new QuotasReader(apiOf(async () => ({ status: 200, body }), { deployment: new Deployment() }));

const ENTRY = { limit: 2, usage: 1 };
const NEWS = { quantum_count_limit: 1, quantum_count_usage: ENTRY, note: "new" };

test("unknown quotas of a limit request are left out", async () => {
  const requested_limits = {
    global_limits: { project_count_limit: 1, ...NEWS },
    regional_limits: [{ region_id: 76, ram_limit: 2, ...NEWS }],
    zonal_limits: [NEWS],
  };
  expect(await reading({ results: [{ id: 1, requested_limits }] }).listRequests({})).toEqual([
    {
      id: 1,
      requestedLimits: {
        globalLimits: { projectCountLimit: 1 },
        regionalLimits: [{ regionId: 76, ramLimit: 2 }],
      },
    },
  ]);
});

test("unknown quotas of a message are left out", async () => {
  const last_message = {
    global_quotas: { project_count_limit: ENTRY, ...NEWS },
    regional_quotas: [{ region_id: 76, region_name: "North", ram_usage: ENTRY, ...NEWS }],
    zonal_quotas: [NEWS],
  };
  expect(await reading({ threshold: 80, last_message }).getThreshold(42)).toEqual({
    threshold: 80,
    lastSending: null,
    lastMessage: {
      globalQuotas: { projectCountLimit: ENTRY },
      regionalQuotas: [{ regionId: 76, regionName: "North", ramUsage: ENTRY }],
    },
  });
});
