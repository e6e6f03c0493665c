import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { validInputs } from "../../../support/arbitrary-inputs";
import { missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

const early = { clientId: 42, threshold: 70 };

const PERCENTAGE = "must be a percentage from 60 to 100";
const WHOLE_PERCENTAGE = "must be a whole number from 60 to 100: the percentage of a quota that is in use";
const QUOTA = "must be a quota: { limit, usage }";
const TIME = 'must be a time, such as "2026-01-31T12:00:00Z", or null';

const message = (lastMessage: unknown) => ({ ...early, lastMessage }) as JsonObject;
const quota = (entry: unknown) => message({ globalQuotas: { projectCountUsage: entry } });
const region = (regional: unknown) => message({ regionalQuotas: [regional] });

const time = fc
  .tuple(
    fc.date({ noInvalidDate: true, min: new Date("1970-01-01Z"), max: new Date("9999-12-31Z") }),
    fc.constantFrom("Z", "", "+0000", "+02:00", "-1130"),
    fc.constantFrom(19, 23),
  )
  .map(([date, zone, length]) => date.toISOString().slice(0, length) + zone);

export const inputs: InputsFixture = {
  minimal: early,
  full: [
    {
      ...early,
      lastMessage: {
        globalQuotas: { projectCountUsage: { limit: 9, usage: 1 } },
        regionalQuotas: [{ regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } }],
      },
      lastSending: "2026-01-31T12:00:00Z",
    },
  ],
  transient: ["lastMessage", "lastSending"],
  ids: { clientId: { of: "client" } },
  invalid: [
    ["no threshold", { clientId: 42 }, "threshold", missing(WHOLE_PERCENTAGE)],
    ["a threshold as a text", { ...early, threshold: "70" }, "threshold", WHOLE_PERCENTAGE],
    ["a share in place of a percentage", { ...early, threshold: 0.7 }, "threshold", WHOLE_PERCENTAGE],
    ["a threshold of 59", { ...early, threshold: 59 }, "threshold", PERCENTAGE],
    ["a threshold of 101", { ...early, threshold: 101 }, "threshold", PERCENTAGE],
    ["a typo in a message", message({ quotas: {} }), "lastMessage.quotas", UNKNOWN_PROPERTY],
    [
      "global quotas of null",
      message({ globalQuotas: null }),
      "lastMessage.globalQuotas",
      "must be an object with a quota entry for each quota",
    ],
    ["a quota that is a number", quota(9), "lastMessage.globalQuotas.projectCountUsage", QUOTA],
    [
      "a quota without its limit",
      quota({ usage: 9 }),
      "lastMessage.globalQuotas.projectCountUsage.limit",
      missing("must be a whole number"),
    ],
    [
      "a usage with a fraction",
      quota({ limit: 9, usage: 1.5 }),
      "lastMessage.globalQuotas.projectCountUsage.usage",
      "must be a whole number",
    ],
    [
      "the quota that exists only in a request",
      region({ regionId: 76, baremetalGpuCountLimit: { limit: 1, usage: 1 } }),
      "lastMessage.regionalQuotas[0].baremetalGpuCountLimit",
      UNKNOWN_PROPERTY,
    ],
    [
      "regional quotas that are no list",
      message({ regionalQuotas: { regionId: 76 } }),
      "lastMessage.regionalQuotas",
      "must be a list of regions",
    ],
    [
      "a region without its number",
      region({ regionName: "North" }),
      "lastMessage.regionalQuotas[0].regionId",
      missing("must be the number of a region: a whole number"),
    ],
    ["a time in words", { ...early, lastSending: "yesterday" }, "lastSending", TIME],
    ["a date alone", { ...early, lastSending: "2026-01-31" }, "lastSending", TIME],
    ["a time that some clocks show", { ...early, lastSending: "31 Jan 2026 12:00" }, "lastSending", TIME],
    [
      "a time of a 13th month",
      { ...early, lastSending: "2026-13-31T12:00:00Z" },
      "lastSending",
      "is not a date that exists",
    ],
    ["a typo", { ...early, treshold: 70 }, "treshold", misspelt("threshold")],
    ["the platform's own spelling", { ...early, client_id: 42 }, "client_id", misspelt("clientId")],
    ["a property that every object has", { ...early, constructor: 1 }, "constructor", UNKNOWN_PROPERTY],
  ],
  printed: {
    args: { clientId: 42, threshold: 55 },
    property: "threshold",
    reason: "must be a percentage from 60 to 100",
  },
  invalidTogether: [
    [
      "properties, also in lists",
      {
        clientId: 0,
        threshold: 101,
        lastMessage: { globalQuotas: { ram: 1 }, regionalQuotas: [{ ramLimit: { limit: "1" } }] },
        lastSending: "now",
        typo: 1,
      },
      [
        "clientId",
        "lastMessage.globalQuotas.ram",
        "lastMessage.regionalQuotas[0].ramLimit.limit",
        "lastMessage.regionalQuotas[0].ramLimit.usage",
        "lastMessage.regionalQuotas[0].regionId",
        "lastSending",
        "threshold",
        "typo",
      ],
    ],
  ],
  unknown: [
    ["each property", { clientId: UNKNOWN, threshold: UNKNOWN, lastMessage: UNKNOWN, lastSending: UNKNOWN }],
    [
      "parts of a region's quotas",
      region({ regionId: UNKNOWN, ramLimit: { limit: UNKNOWN, usage: UNKNOWN } }),
    ],
  ],
  failures: [
    [
      "a threshold beside an unknown client",
      { clientId: UNKNOWN, threshold: 59, lastMessage: UNKNOWN },
      { threshold: PERCENTAGE },
    ],
  ],
  valid: validInputs(handler.inputs, { lastSending: time }),
  // The simulator requires the name of every region.
  acceptable({ lastMessage, ...args }) {
    const { regionalQuotas = [], ...rest } = (lastMessage ?? {}) as { regionalQuotas?: JsonObject[] };
    const named = regionalQuotas.map((quotas) => ({ regionName: "North", ...quotas }));
    return { ...args, clientId: 42, ...(lastMessage && { lastMessage: { ...rest, regionalQuotas: named } }) };
  },
};
