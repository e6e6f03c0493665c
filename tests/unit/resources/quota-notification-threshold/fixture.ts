import type { JsonObject } from "../../../../sdk/src/util/json";
import { missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import type { ResourceFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

/** The threshold of a client without a setting. */
const DEFAULT = 80;

const EARLY = { clientId: 42, threshold: 70 };
const TIME = "2026-01-31T12:00:00Z";
const WARNED = { ...EARLY, lastMessage: null, lastSending: TIME };

const PERCENTAGE = "must be a percentage from 60 to 100";
const WHOLE_PERCENTAGE = "must be a whole number from 60 to 100: the percentage of a quota that is in use";
const NO_TEXT = "must be a text, such as a time, or null";
const USAGE = "globalQuotas.projectCountUsage";

const message = (lastMessage: unknown) => ({ ...EARLY, lastMessage }) as JsonObject;
const quota = (entry: unknown) => message({ globalQuotas: { projectCountUsage: entry } });
const region = (regional: unknown) => message({ regionalQuotas: [regional] });

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:QuotaNotificationThreshold",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").QuotaNotificationThreshold',
    optional: ["lastMessage", "lastSending"],
  },
  inputs: {
    minimal: { clientId: 42 },
    full: [
      {
        ...EARLY,
        lastMessage: {
          globalQuotas: { projectCountUsage: { limit: 9, usage: 1 } },
          regionalQuotas: [{ regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } }],
        },
        lastSending: TIME,
      },
    ],
    transient: ["lastMessage", "lastSending"],
    added: ["threshold"],
    ids: { clientId: { of: "client" } },
    invalid: {
      threshold: [
        [{ ...EARLY, threshold: "70" }, WHOLE_PERCENTAGE],
        [{ ...EARLY, threshold: 0.7 }, WHOLE_PERCENTAGE],
        [{ ...EARLY, threshold: 59 }, PERCENTAGE],
        [{ ...EARLY, threshold: 101 }, PERCENTAGE],
      ],
      "lastMessage.quotas": [[message({ quotas: {} }), UNKNOWN_PROPERTY]],
      "lastMessage.globalQuotas": [
        [message({ globalQuotas: null }), "must be an object with a quota entry for each quota"],
      ],
      [`lastMessage.${USAGE}`]: [[quota(9), "must be a quota: { limit, usage }"]],
      [`lastMessage.${USAGE}.limit`]: [[quota({ usage: 9 }), missing("must be a whole number")]],
      [`lastMessage.${USAGE}.usage`]: [[quota({ limit: 9, usage: 1.5 }), "must be a whole number"]],
      "lastMessage.regionalQuotas[0].baremetalGpuCountLimit": [
        [region({ regionId: 76, baremetalGpuCountLimit: { limit: 1, usage: 1 } }), UNKNOWN_PROPERTY],
      ],
      "lastMessage.regionalQuotas": [
        [message({ regionalQuotas: { regionId: 76 } }), "must be a list of regions"],
      ],
      "lastMessage.regionalQuotas[0].regionId": [
        [region({ regionName: "North" }), missing("must be the number of a region: a whole number")],
      ],
      lastSending: [[{ ...EARLY, lastSending: 1 }, NO_TEXT]],
      treshold: [[{ ...EARLY, treshold: 70 }, misspelt("threshold")]],
      client_id: [[{ ...EARLY, client_id: 42 }, misspelt("clientId")]],
    },
    printed: { args: { clientId: 42, threshold: 55 }, property: "threshold", reason: PERCENTAGE },
    invalidTogether: [
      [
        "properties, also in lists",
        { ...region({ ramLimit: { limit: "1" } }), clientId: 0, threshold: 101, lastSending: 1 },
        [
          "clientId",
          "lastMessage.regionalQuotas[0].ramLimit.limit",
          "lastMessage.regionalQuotas[0].ramLimit.usage",
          "lastMessage.regionalQuotas[0].regionId",
          "lastSending",
          "threshold",
        ],
      ],
    ],
    unknown: [
      ["parts of its quotas", region({ regionId: UNKNOWN, ramLimit: { limit: UNKNOWN, usage: UNKNOWN } })],
    ],
    failures: [
      ["a property that every object has", { ...EARLY, constructor: 1 }, { constructor: UNKNOWN_PROPERTY }],
      [
        "a threshold beside an unknown client",
        { clientId: UNKNOWN, threshold: 59, lastMessage: UNKNOWN },
        { threshold: PERCENTAGE },
      ],
    ],
  },
  duplicates: [
    [
      "the same client",
      EARLY,
      { ...EARLY, threshold: 90 },
      "clientId",
      "is the same as in another resource of this stack, one: a client has one threshold, so keep one of the two",
    ],
  ],
  scenario: {
    first: EARLY,
    changes: { update: { ...EARLY, threshold: 90 } },
    objects({ quotas }) {
      const set = quotas.thresholds().filter(({ threshold }) => threshold !== DEFAULT);
      return Object.fromEntries(set.map(({ client_id, threshold }) => [`${client_id}`, threshold]));
    },
    declared: ({ threshold }) => threshold,
  },
  existing: {
    args: { clientId: 5, threshold: 70 },
    different: { property: "threshold", value: 90, actual: "70" },
    missing: "6",
    notFound: { clientId: 6, threshold: 80 },
    malformed: { id: "five", problem: "clientId must be the number of a client: a whole number, not a text" },
    change: ({ quotas }) => quotas.setThreshold(5, 99),
    objects: ({ quotas }) => quotas.thresholds(),
  },
  adoptions: [
    {
      what: "Somebody has set the threshold of the client",
      prepare({ quotas }) {
        quotas.setThreshold(42, 70);
        return EARLY;
      },
      creation: "adopts",
      deletion: "deletes",
      deleting: `sets the threshold back to ${DEFAULT}`,
    },
  ],
  optional: [{ args: WARNED }],
  documentedOnly: {
    prepare: () => EARLY,
    change: { threshold: 75 },
    id: "42",
    outputs: { ...EARLY, lastMessage: null, lastSending: null },
    exported: ["threshold", 70],
    messages: [],
    remove: ({ quotas }) => quotas.removeThreshold(42),
    deletionMessages: [
      "warning: this deployment of the platform has no operation to delete a notification threshold: it is set back to 80, the default [quota-threshold-reset]",
    ],
    left: 0,
  },
  program: {
    inputs: WARNED,
    secret: "threshold",
    live: {
      lastMessage: { globalQuotas: { projectCountLimit: { limit: 10, usage: 7 } }, regionalQuotas: [] },
      lastSending: "2026-02-01T12:00:00Z",
    },
  },
  upgrade: {
    since: "0.1.0",
    save: ({ quotas }) => ({
      thresholds: [42, 43].map((client_id) => ({
        client_id,
        threshold: quotas.threshold(client_id)?.threshold ?? DEFAULT,
      })),
    }),
    restore({ quotas }, { thresholds }) {
      for (const { client_id, threshold } of thresholds) quotas.setThreshold(client_id, threshold);
    },
    changes: { request: /^PUT \/cloud\/v2\/client_quotas\//, count: 2 },
    left: { found: ({ quotas }) => quotas.thresholds(), expected: [] },
  },
  types: `
const early = new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: output(70), lastMessage: null });
export const used: Output<number | undefined> = early.lastMessage.apply((message) => message?.globalQuotas.projectCountLimit?.usage);
new cloudplatform.QuotaNotificationThreshold("usual", { clientId: 43 });
// @ts-expect-error there is no such quota
new cloudplatform.QuotaNotificationThreshold("wrong", { clientId: 42, threshold: 70, lastMessage: { globalQuotas: { moonCountLimit: { limit: 1, usage: 1 } } } });
`,
};
