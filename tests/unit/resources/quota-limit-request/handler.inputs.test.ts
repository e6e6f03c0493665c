import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LimitRequestInputs } from "../../../../sdk/src/resources/quota-limit-request/schema";
import { ThresholdInputs } from "../../../../sdk/src/resources/quota-notification-threshold/schema";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { ANYTHING, MISTAKES, mistakenInputs, validInputs } from "../../../support/arbitrary-inputs";
import { CheckFailed } from "../../../support/resource-life";
import { failureOf } from "../../../support/until";
import { type SetUp, setUp, tearDown } from "./setup";

let started: SetUp;

beforeAll(async () => {
  started = await setUp();
});

afterAll(tearDown);

type Kind = "threshold" | "request";

/** What is wrong with these arguments, which has to be found by looking at them alone. */
async function failuresOf(kind: Kind, args: object): Promise<Array<{ property: string; reason: string }>> {
  started.platform.clearRequests();
  const error = await failureOf<CheckFailed>(started[kind]().up(args as JsonObject));
  expect(error).toBeInstanceOf(CheckFailed);
  expect(started.platform.requests).toEqual([]);
  return error.failures;
}

const TYPO = "is not a property of this resource; check its spelling";
const numberOf = (what: string) => `must be the number of a ${what}: a whole number`;
const positive = (what: string) => `must be the number of a ${what}: 1 or more`;

type Case = [what: string, args: object, property: string, reason: string];

const early = { clientId: 42, threshold: 70 };

const PERCENTAGE = "must be a percentage from 60 to 100";
const WHOLE_PERCENTAGE = "must be a whole number from 60 to 100: the percentage of a quota that is in use";
const MESSAGE = "must be the record of a message: { globalQuotas, regionalQuotas }, or null";
const QUOTA = "must be a quota: { limit, usage }";
const TIME = 'must be a time, such as "2026-01-31T12:00:00Z", or null';

const message = (lastMessage: unknown) => ({ ...early, lastMessage });
const quota = (entry: unknown) => message({ globalQuotas: { projectCountUsage: entry } });
const region = (regional: unknown) => message({ regionalQuotas: [regional] });

const thresholdCases: Case[] = [
  ["no client", { threshold: 70 }, "clientId", numberOf("client")],
  ["a client as a text", { ...early, clientId: "42" }, "clientId", `${numberOf("client")}, not a text`],
  ["client null", { ...early, clientId: null }, "clientId", numberOf("client")],
  ["client 0", { ...early, clientId: 0 }, "clientId", positive("client")],
  ["client -1", { ...early, clientId: -1 }, "clientId", positive("client")],
  ["half a client", { ...early, clientId: 0.5 }, "clientId", numberOf("client")],
  ["a client beyond all whole numbers", { ...early, clientId: 2 ** 60 }, "clientId", numberOf("client")],
  ["no threshold", { clientId: 42 }, "threshold", WHOLE_PERCENTAGE],
  ["a threshold as a text", { ...early, threshold: "70" }, "threshold", WHOLE_PERCENTAGE],
  ["a threshold in percent", { ...early, threshold: "70%" }, "threshold", WHOLE_PERCENTAGE],
  ["a threshold of null", { ...early, threshold: null }, "threshold", WHOLE_PERCENTAGE],
  ["a share in place of a percentage", { ...early, threshold: 0.7 }, "threshold", WHOLE_PERCENTAGE],
  ["a threshold with a fraction", { ...early, threshold: 70.5 }, "threshold", WHOLE_PERCENTAGE],
  ["a threshold of 59", { ...early, threshold: 59 }, "threshold", PERCENTAGE],
  ["a threshold of 101", { ...early, threshold: 101 }, "threshold", PERCENTAGE],
  ["a threshold of 0", { ...early, threshold: 0 }, "threshold", PERCENTAGE],
  ["a threshold of -70", { ...early, threshold: -70 }, "threshold", PERCENTAGE],
  ["a message that is a text", message("mail"), "lastMessage", MESSAGE],
  ["a message that is a list", message([]), "lastMessage", MESSAGE],
  ["a typo in a message", message({ quotas: {} }), "lastMessage.quotas", TYPO],
  [
    "global quotas of null",
    message({ globalQuotas: null }),
    "lastMessage.globalQuotas",
    "must be an object with a quota entry for each quota",
  ],
  ["a quota that is a number", quota(9), "lastMessage.globalQuotas.projectCountUsage", QUOTA],
  ["a quota of null", quota(null), "lastMessage.globalQuotas.projectCountUsage", QUOTA],
  [
    "a quota without its limit",
    quota({ usage: 9 }),
    "lastMessage.globalQuotas.projectCountUsage.limit",
    "must be a whole number",
  ],
  [
    "a quota without its usage",
    quota({ limit: 9 }),
    "lastMessage.globalQuotas.projectCountUsage.usage",
    "must be a whole number",
  ],
  [
    "a usage as a text",
    quota({ limit: 9, usage: "9" }),
    "lastMessage.globalQuotas.projectCountUsage.usage",
    "must be a whole number",
  ],
  [
    "a usage with a fraction",
    quota({ limit: 9, usage: 1.5 }),
    "lastMessage.globalQuotas.projectCountUsage.usage",
    "must be a whole number",
  ],
  [
    "a typo in a quota",
    quota({ limit: 9, usage: 1, unit: "count" }),
    "lastMessage.globalQuotas.projectCountUsage.unit",
    TYPO,
  ],
  [
    "a regional quota among the global ones",
    message({ globalQuotas: { ramLimit: { limit: 1, usage: 1 } } }),
    "lastMessage.globalQuotas.ramLimit",
    TYPO,
  ],
  [
    "a global quota in a region",
    region({ regionId: 76, projectCountLimit: { limit: 1, usage: 1 } }),
    "lastMessage.regionalQuotas[0].projectCountLimit",
    TYPO,
  ],
  [
    "the quota that exists only in a request",
    region({ regionId: 76, baremetalGpuCountLimit: { limit: 1, usage: 1 } }),
    "lastMessage.regionalQuotas[0].baremetalGpuCountLimit",
    TYPO,
  ],
  [
    "regional quotas that are no list",
    message({ regionalQuotas: { regionId: 76 } }),
    "lastMessage.regionalQuotas",
    "must be a list of regions",
  ],
  [
    "a region that is a number",
    region(76),
    "lastMessage.regionalQuotas[0]",
    "must be the quotas of a region: { regionId, regionName, … }",
  ],
  [
    "a region without its number",
    region({ regionName: "North" }),
    "lastMessage.regionalQuotas[0].regionId",
    numberOf("region"),
  ],
  [
    "a region's name that is a number",
    region({ regionId: 76, regionName: 76 }),
    "lastMessage.regionalQuotas[0].regionName",
    "must be the name of the region",
  ],
  ["a time that is a number", { ...early, lastSending: 1767225600 }, "lastSending", TIME],
  ["a time in words", { ...early, lastSending: "yesterday" }, "lastSending", TIME],
  ["an empty time", { ...early, lastSending: "" }, "lastSending", TIME],
  ["a date alone", { ...early, lastSending: "2026-01-31" }, "lastSending", TIME],
  ["a time that some clocks show", { ...early, lastSending: "31 Jan 2026 12:00" }, "lastSending", TIME],
  [
    "a time of a 13th month",
    { ...early, lastSending: "2026-13-31T12:00:00Z" },
    "lastSending",
    "is not a date that exists",
  ],
  ["a typo", { ...early, treshold: 70 }, "treshold", TYPO],
  ["the platform's own spelling", { ...early, client_id: 42 }, "client_id", TYPO],
  ["a property that every object has", { ...early, constructor: 1 }, "constructor", TYPO],
];

const more = {
  description: "Load test in March",
  requestedLimits: { regionalLimits: [{ regionId: 76, cpuCountLimit: 200 }] },
};

const LIMIT = "must be a limit: a whole number, 0 or more";
const NOTHING = "asks for nothing; name at least one limit in globalLimits or regionalLimits";
const WHY = "must be a text: why the limits are needed";

const requested = (requestedLimits: unknown) => ({ ...more, requestedLimits });
const globals = (globalLimits: unknown) => requested({ globalLimits });
const regions = (...regionalLimits: unknown[]) => requested({ regionalLimits });

const requestCases: Case[] = [
  ["no description", { requestedLimits: more.requestedLimits }, "description", WHY],
  ["a description of null", { ...more, description: null }, "description", WHY],
  ["a description that is a number", { ...more, description: 1 }, "description", WHY],
  [
    "an empty description",
    { ...more, description: "" },
    "description",
    "must not be empty: a person decides by it",
  ],
  [
    "a description of 1001 characters",
    { ...more, description: "x".repeat(1001) },
    "description",
    "must have 1000 characters or less",
  ],
  [
    "no limits",
    { description: "More" },
    "requestedLimits",
    "must be an object: { globalLimits, regionalLimits }",
  ],
  [
    "limits of null",
    requested(null),
    "requestedLimits",
    "must be an object: { globalLimits, regionalLimits }",
  ],
  [
    "limits in a list",
    requested([]),
    "requestedLimits",
    "must be an object: { globalLimits, regionalLimits }",
  ],
  ["limits without any", requested({}), "requestedLimits", NOTHING],
  ["empty global limits", globals({}), "requestedLimits", NOTHING],
  ["an empty list of regions", regions(), "requestedLimits", NOTHING],
  ["both empty", requested({ globalLimits: {}, regionalLimits: [] }), "requestedLimits", NOTHING],
  [
    "a limit outside of both",
    { ...more, requestedLimits: { ...more.requestedLimits, cpuCountLimit: 1 } },
    "requestedLimits.cpuCountLimit",
    TYPO,
  ],
  [
    "global limits of null",
    globals(null),
    "requestedLimits.globalLimits",
    "must be an object of limits, such as { projectCountLimit: 10 }",
  ],
  [
    "regions of null",
    requested({ regionalLimits: null }),
    "requestedLimits.regionalLimits",
    "must be a list of regions, each with its limits",
  ],
  [
    "global limits in a list",
    globals([{ projectCountLimit: 1 }]),
    "requestedLimits.globalLimits",
    "must be an object of limits, such as { projectCountLimit: 10 }",
  ],
  [
    "a negative limit",
    globals({ projectCountLimit: -1 }),
    "requestedLimits.globalLimits.projectCountLimit",
    LIMIT,
  ],
  [
    "a limit with a fraction",
    globals({ projectCountLimit: 1.5 }),
    "requestedLimits.globalLimits.projectCountLimit",
    LIMIT,
  ],
  [
    "a limit as a text",
    globals({ projectCountLimit: "40" }),
    "requestedLimits.globalLimits.projectCountLimit",
    LIMIT,
  ],
  [
    "a limit of null",
    globals({ projectCountLimit: null }),
    "requestedLimits.globalLimits.projectCountLimit",
    LIMIT,
  ],
  [
    "a limit beyond all whole numbers",
    globals({ projectCountLimit: 2 ** 60 }),
    "requestedLimits.globalLimits.projectCountLimit",
    LIMIT,
  ],
  [
    "a regional limit among the global ones",
    globals({ projectCountLimit: 1, cpuCountLimit: 1 }),
    "requestedLimits.globalLimits.cpuCountLimit",
    TYPO,
  ],
  [
    "a usage",
    globals({ projectCountLimit: 1, projectCountUsage: 1 }),
    "requestedLimits.globalLimits.projectCountUsage",
    TYPO,
  ],
  [
    "regions that are no list",
    requested({ regionalLimits: { regionId: 76, cpuCountLimit: 1 } }),
    "requestedLimits.regionalLimits",
    "must be a list of regions, each with its limits",
  ],
  [
    "a region that is a number",
    regions(76),
    "requestedLimits.regionalLimits[0]",
    "must be the limits of a region: { regionId, … }",
  ],
  [
    "a region without its number",
    regions({ cpuCountLimit: 1 }),
    "requestedLimits.regionalLimits[0].regionId",
    numberOf("region"),
  ],
  [
    "region 0",
    regions({ regionId: 0, cpuCountLimit: 1 }),
    "requestedLimits.regionalLimits[0].regionId",
    positive("region"),
  ],
  [
    "a region as a text",
    regions({ regionId: "76", cpuCountLimit: 1 }),
    "requestedLimits.regionalLimits[0].regionId",
    `${numberOf("region")}, not a text`,
  ],
  [
    "a region without limits",
    regions({ regionId: 76 }),
    "requestedLimits.regionalLimits[0]",
    "asks for no limit; name at least one beside regionId",
  ],
  [
    "a region that is in the list twice",
    regions(
      { regionId: 76, cpuCountLimit: 1 },
      { regionId: 77, cpuCountLimit: 1 },
      { regionId: 76, ramLimit: 1 },
    ),
    "requestedLimits.regionalLimits[2].regionId",
    "names a region that is in the list already",
  ],
  [
    "a negative limit of a region",
    regions({ regionId: 76, ramLimit: -1 }),
    "requestedLimits.regionalLimits[0].ramLimit",
    LIMIT,
  ],
  [
    "a limit of a region as a text",
    regions({ regionId: 76, ramLimit: "1 GiB" }),
    "requestedLimits.regionalLimits[0].ramLimit",
    LIMIT,
  ],
  [
    "a global limit in a region",
    regions({ regionId: 76, ramLimit: 1, projectCountLimit: 1 }),
    "requestedLimits.regionalLimits[0].projectCountLimit",
    TYPO,
  ],
  ["waiting as a text", { ...more, waitForDecision: "yes" }, "waitForDecision", "must be true or false"],
  ["waiting of null", { ...more, waitForDecision: null }, "waitForDecision", "must be true or false"],
  ["an output as an input", { ...more, status: "done" }, "status", TYPO],
  ["the platform's own spelling", { ...more, requested_limits: {} }, "requested_limits", TYPO],
  ["a property that every object has", { ...more, toString: 1 }, "toString", TYPO],
];

describe.each<[Kind, Case[]]>([
  ["threshold", thresholdCases],
  ["request", requestCases],
])("one thing that is wrong with a %s is told under its property", (kind, cases) => {
  test.each(cases)("%s", async (_, args, property, reason) => {
    expect(await failuresOf(kind, args)).toEqual([{ property, reason }]);
  });
});

describe("several things that are wrong are told all at once", () => {
  const told = async (kind: Kind, args: object) =>
    (await failuresOf(kind, args)).map(({ property }) => property).sort();

  test("with a threshold", async () => {
    expect(
      await told("threshold", {
        clientId: 0,
        threshold: 101,
        lastMessage: { globalQuotas: { ram: 1 }, regionalQuotas: [{ ramLimit: { limit: "1" } }] },
        lastSending: "now",
        typo: 1,
      }),
    ).toEqual([
      "clientId",
      "lastMessage.globalQuotas.ram",
      "lastMessage.regionalQuotas[0].ramLimit.limit",
      "lastMessage.regionalQuotas[0].ramLimit.usage",
      "lastMessage.regionalQuotas[0].regionId",
      "lastSending",
      "threshold",
      "typo",
    ]);
  });

  test("with a request, also what is wrong only between its properties", async () => {
    expect(
      await told("request", {
        description: "",
        requestedLimits: {
          globalLimits: { projectCountLimit: -1, typo: 1 },
          regionalLimits: [{ regionId: 76 }, { regionId: 76, ramLimit: "1" }, 76],
        },
        waitForDecision: 1,
      }),
    ).toEqual([
      "description",
      "requestedLimits.globalLimits.projectCountLimit",
      "requestedLimits.globalLimits.typo",
      "requestedLimits.regionalLimits[0]",
      "requestedLimits.regionalLimits[1].ramLimit",
      "requestedLimits.regionalLimits[1].regionId",
      "requestedLimits.regionalLimits[2]",
      "waitForDecision",
    ]);
  });
});

/** The engine's stand-in for a text that is not known yet. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const entry = (value: unknown) => ({ limit: value, usage: value });

describe("a value that is not known yet", () => {
  test.each<[string, Kind, object]>([
    [
      "each of a threshold's",
      "threshold",
      { clientId: UNKNOWN, threshold: UNKNOWN, lastMessage: UNKNOWN, lastSending: UNKNOWN },
    ],
    ["a quota", "threshold", quota(UNKNOWN)],
    ["parts of a region's quotas", "threshold", region({ regionId: UNKNOWN, ramLimit: entry(UNKNOWN) })],
    [
      "each of a request's",
      "request",
      { description: UNKNOWN, requestedLimits: UNKNOWN, waitForDecision: UNKNOWN },
    ],
    ["all global limits", "request", requested({ globalLimits: UNKNOWN })],
    ["all regions", "request", requested({ regionalLimits: UNKNOWN })],
    ["each region", "request", regions(UNKNOWN, UNKNOWN)],
    [
      "parts of regions",
      "request",
      regions({ regionId: UNKNOWN, ramLimit: UNKNOWN }, { regionId: 76, cpuCountLimit: UNKNOWN }),
    ],
  ])("passes wherever it stands: %s", async (_, kind, args) => {
    expect((await started[kind]().check(args as JsonObject)).failures).toEqual([]);
  });

  test("passes also where two of them might be the same region", async () => {
    const limits = { regionId: UNKNOWN, ramLimit: 1 };
    expect((await started.request().check(regions(limits, limits) as JsonObject)).failures).toEqual([]);
  });

  test("does not hide what is wrong beside it", async () => {
    const { failures } = await started.request().check({
      description: UNKNOWN,
      requestedLimits: { globalLimits: UNKNOWN, regionalLimits: [{ regionId: UNKNOWN }] },
    });
    expect(failures).toEqual([
      {
        property: "requestedLimits.regionalLimits[0]",
        reason: "asks for no limit; name at least one beside regionId",
      },
    ]);
  });
});

const time = fc
  .tuple(
    fc.date({ noInvalidDate: true, min: new Date("1970-01-01Z"), max: new Date("9999-12-31Z") }),
    fc.constantFrom("Z", "", "+0000", "+02:00", "-1130"),
    fc.constantFrom(19, 23),
  )
  .map(([date, zone, length]) => date.toISOString().slice(0, length) + zone);

const thresholds = validInputs(ThresholdInputs, { lastSending: time });

/** The rules that the schema's description does not tell. */
const requests = validInputs(LimitRequestInputs).filter((args) => {
  const { globalLimits = {}, regionalLimits = [] } = args.requestedLimits as {
    globalLimits?: object;
    regionalLimits?: Array<{ regionId: number }>;
  };
  const asks = Object.keys(globalLimits).length > 0 || regionalLimits.length > 0;
  const distinct = new Set(regionalLimits.map(({ regionId }) => regionId)).size === regionalLimits.length;
  return asks && distinct && regionalLimits.every((limits) => Object.keys(limits).length > 1);
});

describe.each([
  { kind: "threshold" as const, schema: ThresholdInputs, valid: thresholds },
  { kind: "request" as const, schema: LimitRequestInputs, valid: requests },
])("inputs of a $kind by the thousand", ({ kind, schema, valid }) => {
  test("that are right have no failure, and come back as they are", async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (args) => {
        const { inputs, failures } = await started[kind]().check(args);
        expect(failures).toEqual([]);
        // What is sent along with a threshold is stored nowhere.
        const { lastMessage: _, lastSending: __, ...stored } = args as JsonObject;
        expect(inputs).toEqual(stored);
      }),
      { numRuns: 200 },
    );
  });

  test("that are wrong in one place have a failure under its property, and send nothing", async () => {
    await fc.assert(
      fc.asyncProperty(mistakenInputs(schema, valid), async ({ inputs, property }) => {
        const failures = await failuresOf(kind, inputs);
        expect(failures.map((failure) => failure.property)).toContain(property);
        for (const { reason } of failures) expect(reason).toMatch(/^[a-z].*\S$/s);
      }),
      MISTAKES,
    );
  });

  test("that are anything at all have a failure, and check never breaks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        expect((await failuresOf(kind, args)).length).toBeGreaterThan(0);
      }),
      ANYTHING,
    );
  });
});

/** This platform wants to be told the name of every region. */
function toldInFull({ lastMessage }: JsonObject): JsonObject {
  const { regionalQuotas = [], ...rest } = (lastMessage ?? {}) as { regionalQuotas?: JsonObject[] };
  const named = regionalQuotas.map((quotas) => ({ regionName: "North", ...quotas }));
  return lastMessage ? { lastMessage: { ...rest, regionalQuotas: named } } : {};
}

describe("inputs that are right, by the dozen", () => {
  test("are a threshold that the platform accepts", async () => {
    await fc.assert(
      fc.asyncProperty(thresholds, async (args) => {
        await started.threshold().up({ ...args, ...toldInFull(args), clientId: 42 });
      }),
      { numRuns: 25 },
    );
    expect(started.platform.count({ method: "PUT" })).toBe(25);
  });

  test("are a request that the platform accepts, and that comes back as it was declared", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ waitForDecision: _, ...args }) => {
        const request = started.request();
        await request.up(args);
        await request.refresh();
        expect(request.inputs).toEqual(args);
        await request.destroy();
      }),
      { numRuns: 25 },
    );
    expect(started.platform.quotas.requests()).toEqual([]);
  });
});
