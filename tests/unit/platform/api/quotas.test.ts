import { expect, test } from "@jest/globals";
import { findLimitRequest, getThreshold, listLimitRequests } from "../../../../sdk/src/platform/api/quotas";
import { sameLimits } from "../../../../sdk/src/resources/quota-limit-request/state";
import { testApi } from "../../../support/test-api";

const answering = (body: object) => testApi(async () => ({ status: 200, body }));

test.each<[string, object, object]>([
  [
    "are numbers or their digits",
    {
      global_limits: { project_count_limit: "3", keypair_count_limit: "many" },
      regional_limits: [{ region_id: "1", cpu_count_limit: "200", ram_limit: 512 }],
    },
    {
      globalLimits: { projectCountLimit: 3 },
      regionalLimits: [{ regionId: 1, cpuCountLimit: 200, ramLimit: 512 }],
    },
  ],
  ["may be empty", { global_limits: { project_count_limit: null }, regional_limits: [{ region_id: 1 }] }, {}],
])("the limits of a request %s", async (_, requested_limits, expected) => {
  const found = await findLimitRequest(answering({ id: 5, requested_limits }), 5);
  const requestedLimits = (typeof found === "string" ? undefined : found.requestedLimits) ?? {};
  expect(JSON.parse(JSON.stringify(requestedLimits))).toEqual(expected);
  expect(sameLimits(expected, requestedLimits)).toBe(true);
});

test("limits in another form are not read as no limits", async () => {
  const request = { id: 5, requested_limits: "many" };
  await expect(findLimitRequest(answering(request), 5)).rejects.toMatchObject({ code: "unreadable-reply" });
  const listed = await listLimitRequests(answering({ results: [request] }), {});
  expect(listed).toEqual([{ id: 5, unreadable: ["requestedLimits"] }]);
});

test("an amount in a message is a number or its digits", async () => {
  const quotas = {
    project_count_limit: { limit: "9007199254740993", usage: -1 },
    keypair_count_limit: { limit: "", usage: 1 },
    inference_instance_count_limit: { limit: "0x10", usage: 1 },
  };
  const record = await getThreshold(answering({ threshold: 80, last_message: { global_quotas: quotas } }), 1);
  expect(JSON.parse(JSON.stringify(record?.lastMessage))).toEqual({
    globalQuotas: { projectCountLimit: { limit: 9007199254740992, usage: -1 } },
    regionalQuotas: [],
  });
});

const ENTRY = { limit: 2, usage: 1 };
const NEWS = { quantum_count_limit: 1, quantum_count_usage: ENTRY, note: "new" };

test("unknown quotas of a limit request are left out", async () => {
  const requested_limits = {
    global_limits: { project_count_limit: 1, ...NEWS },
    regional_limits: [{ region_id: 76, ram_limit: 2, ...NEWS }],
    zonal_limits: [NEWS],
  };
  expect(await listLimitRequests(answering({ results: [{ id: 1, requested_limits }] }), {})).toEqual([
    {
      id: 1,
      requestedLimits: {
        globalLimits: { projectCountLimit: 1 },
        regionalLimits: [{ regionId: 76, ramLimit: 2 }],
      },
    },
  ]);
});
