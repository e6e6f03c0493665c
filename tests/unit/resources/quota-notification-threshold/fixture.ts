import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs } from "./inputs";
import { interruptions } from "./interruptions";
import { models } from "./model";

/** The threshold of a client without a setting. */
const DEFAULT = 80;

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:QuotaNotificationThreshold",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").QuotaNotificationThreshold',
    kind: "quotaNotificationThresholds",
    optional: ["lastMessage", "lastSending"],
  },
  inputs,
  duplicates: [
    [
      "the same client",
      { clientId: 42, threshold: 70 },
      { clientId: 42, threshold: 90 },
      "clientId",
      "is the same as in another resource of this stack, one: a client has one threshold, so keep one of the two",
    ],
  ],
  interruptions,
  scenarios: [
    {
      first: { clientId: 42, threshold: 70 },
      changes: { update: { clientId: 42, threshold: 90 } },
      before: { refresh: ({ quotas }) => void quotas.setThreshold(42, 61) },
      objects: ({ quotas }) =>
        Object.fromEntries(
          quotas
            .thresholds()
            .filter((record) => record.threshold !== DEFAULT)
            .map(({ client_id, threshold }) => [`${client_id}`, threshold]),
        ),
      declared: ({ threshold }) => threshold,
    },
  ],
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
        return { clientId: 42, threshold: 70 };
      },
      creation: "adopts",
      deletion: "deletes",
      deleting: `sets the threshold back to ${DEFAULT}`,
    },
  ],
  optional: [
    { args: { clientId: 42, threshold: 70, lastMessage: null, lastSending: "2026-01-31T12:00:00Z" } },
  ],
  documentedOnly: {
    prepare: () => ({ clientId: 42, threshold: 70 }),
    change: { threshold: 75 },
    id: "42",
    outputs: { clientId: 42, threshold: 70, lastMessage: null, lastSending: null },
    exported: ["threshold", 70],
    messages: [],
    remove: ({ quotas }) => quotas.removeThreshold(42),
    deletionMessages: [
      "warning: this deployment of the platform has no operation to delete a notification threshold: it is set back to 80, the default [quota-threshold-reset]",
    ],
    left: { full: 0, documentedOnly: 0 },
  },
  program: {
    inputs: { clientId: 42, threshold: 70, lastMessage: null, lastSending: "2026-01-31T12:00:00Z" },
    secret: "threshold",
    live: {
      lastMessage: { globalQuotas: { projectCountLimit: { limit: 10, usage: 7 } }, regionalQuotas: [] },
      lastSending: "2026-02-01T12:00:00Z",
    },
  },
  models,
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
// @ts-expect-error a threshold is required
new cloudplatform.QuotaNotificationThreshold("wrong", { clientId: 42 });
// @ts-expect-error there is no such quota
new cloudplatform.QuotaNotificationThreshold("wrong", { clientId: 42, threshold: 70, lastMessage: { globalQuotas: { moonCountLimit: { limit: 1, usage: 1 } } } });
`,
};
