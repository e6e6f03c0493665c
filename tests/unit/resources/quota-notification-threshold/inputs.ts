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
  invalid: {
    threshold: [
      [{ clientId: 42 }, missing(WHOLE_PERCENTAGE)],
      [{ ...early, threshold: "70" }, WHOLE_PERCENTAGE],
      [{ ...early, threshold: 0.7 }, WHOLE_PERCENTAGE],
      [{ ...early, threshold: 59 }, PERCENTAGE],
      [{ ...early, threshold: 101 }, PERCENTAGE],
    ],
    "lastMessage.quotas": [[message({ quotas: {} }), UNKNOWN_PROPERTY]],
    "lastMessage.globalQuotas": [
      [message({ globalQuotas: null }), "must be an object with a quota entry for each quota"],
    ],
    "lastMessage.globalQuotas.projectCountUsage": [[quota(9), QUOTA]],
    "lastMessage.globalQuotas.projectCountUsage.limit": [
      [quota({ usage: 9 }), missing("must be a whole number")],
    ],
    "lastMessage.globalQuotas.projectCountUsage.usage": [
      [quota({ limit: 9, usage: 1.5 }), "must be a whole number"],
    ],
    "lastMessage.regionalQuotas[0].baremetalGpuCountLimit": [
      [region({ regionId: 76, baremetalGpuCountLimit: { limit: 1, usage: 1 } }), UNKNOWN_PROPERTY],
    ],
    "lastMessage.regionalQuotas": [
      [message({ regionalQuotas: { regionId: 76 } }), "must be a list of regions"],
    ],
    "lastMessage.regionalQuotas[0].regionId": [
      [region({ regionName: "North" }), missing("must be the number of a region: a whole number")],
    ],
    lastSending: [
      [{ ...early, lastSending: "yesterday" }, TIME],
      [{ ...early, lastSending: "2026-01-31" }, TIME],
      [{ ...early, lastSending: "31 Jan 2026 12:00" }, TIME],
      [{ ...early, lastSending: "2026-13-31T12:00:00Z" }, "is not a date that exists"],
    ],
    treshold: [[{ ...early, treshold: 70 }, misspelt("threshold")]],
    client_id: [[{ ...early, client_id: 42 }, misspelt("clientId")]],
  },
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
    ["a property that every object has", { ...early, constructor: 1 }, { constructor: UNKNOWN_PROPERTY }],
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
