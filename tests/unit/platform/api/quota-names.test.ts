import { describe, expect, test } from "@jest/globals";
import { apiOf, Deployment } from "../../../../sdk/src/platform/api/deployment";
import { entryNames, GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../../../sdk/src/platform/api/quota-names";
import { QuotasApi, QuotasReader } from "../../../../sdk/src/platform/api/quotas";
import type { Call } from "../../../../sdk/src/platform/http/call";
import {
  globalLimitNames,
  globalQuotaNames,
  regionalLimitNames,
  regionalQuotaNames,
} from "../../../../simulator/src/areas/quotas/names";

// The simulator has the names of the API's documentation. A missing or misspelled name would be lost without an error.

const theirs = (names: Record<string, string>) => Object.values(names).sort();

/** The other spelling of a name: `cpu_count_limit`, `cpuCountLimit`. */
const camel = (name: string) =>
  name
    .split("_")
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

describe("the names of limits", () => {
  test("are exactly those of the API", () => {
    expect(theirs(GLOBAL_LIMITS)).toEqual([...globalLimitNames].sort());
    expect(theirs(REGIONAL_LIMITS)).toEqual([...regionalLimitNames].sort());
  });

  test("are the same words in both spellings", () => {
    for (const [ours, name] of Object.entries({ ...GLOBAL_LIMITS, ...REGIONAL_LIMITS }))
      expect(ours).toBe(camel(name));
  });
});

test("the names of values in messages are those of the API: for each quota its limit and its usage", () => {
  expect(entryNames(GLOBAL_LIMITS).sort()).toEqual(globalQuotaNames.map(camel).sort());
  expect(entryNames(REGIONAL_LIMITS).sort()).toEqual(regionalQuotaNames.map(camel).sort());
});

/** A different number for each name, so that swapped names are noticed. */
const numbered = (names: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1]));
const entries = (names: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, { limit: index + 100, usage: index + 1 }]));
const renamed = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [camel(name), value]));

/** The API of a platform that answers each request with a body, and the body of the last request as JSON. */
function answering(body: object) {
  let last: Call | undefined;
  const send = async (call: Call) => {
    last = call;
    return { status: 200, body };
  };
  const api = apiOf(send, { deployment: new Deployment() });
  return {
    quotas: new QuotasApi(api),
    reader: new QuotasReader(api),
    sent: () => JSON.parse(JSON.stringify(last?.body)),
  };
}

describe("the conversion of all names", () => {
  const globals = numbered(globalLimitNames);
  const regionals = numbered(regionalLimitNames);
  const theirLimits = {
    global_limits: globals,
    regional_limits: [{ region_id: 76, ...regionals }],
  };
  const ourLimits = {
    globalLimits: renamed(globals),
    regionalLimits: [{ regionId: 76, ...renamed(regionals) }],
  };

  test("of a request returns every value under its name", async () => {
    const { quotas, reader, sent } = answering({ results: [{ id: 1, requested_limits: theirLimits }] });
    await quotas.createRequest({ description: "All", requestedLimits: ourLimits });
    expect(sent()).toEqual({ description: "All", requested_limits: theirLimits });
    expect(await reader.listRequests({})).toEqual([{ id: 1, requestedLimits: ourLimits }]);
  });

  const globalEntries = entries(globalQuotaNames);
  const regionalEntries = entries(regionalQuotaNames);
  const theirMessage = {
    global_quotas: globalEntries,
    regional_quotas: [{ region_id: 76, region_name: "North", ...regionalEntries }],
  };
  const ourMessage = {
    globalQuotas: renamed(globalEntries),
    regionalQuotas: [{ regionId: 76, regionName: "North", ...renamed(regionalEntries) }],
  };

  test("of a message returns every value under its name", async () => {
    const { quotas, sent } = answering({ threshold: 80, last_message: theirMessage });
    const record = await quotas.setThreshold(42, { threshold: 80, lastMessage: ourMessage });
    expect(sent()).toEqual({ threshold: 80, last_message: theirMessage });
    expect(record).toEqual({ threshold: 80, lastMessage: ourMessage, lastSending: null });
  });

  test("omits unknown names of a reply", async () => {
    const news = { quantum_count_limit: 1, quantum_count_usage: { limit: 1, usage: 1 }, note: "new" };
    const withNews = (object: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries({ ...object, zonal: [news] }).map(([name, value]) => [
          name,
          Array.isArray(value)
            ? value.map((one) => ({ ...one, ...news }))
            : { ...(value as object), ...news },
        ]),
      );
    const requests = answering({ results: [{ id: 1, requested_limits: withNews(theirLimits) }] });
    expect(await requests.reader.listRequests({})).toEqual([{ id: 1, requestedLimits: ourLimits }]);
    const thresholds = answering({ threshold: 80, last_message: withNews(theirMessage) });
    expect(await thresholds.reader.getThreshold(42)).toMatchObject({ lastMessage: ourMessage });
  });
});
