import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs } from "./inputs";
import { interruptions } from "./interruptions";
import { models } from "./model";

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:CertificateForceRetry",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").CertificateForceRetry',
    kind: "certificateForceRetries",
    optional: ["triggers"],
  },
  inputs,
  duplicates: [],
  interruptions,
  scenarios: [
    {
      prepare: ({ certificates }) => void certificates.add({ id: 321, state: "failed" }),
      first: { certId: 321, triggers: ["a"] },
      changes: { replace: { certId: 321, triggers: ["b"] } },
      objects: ({ certificates }) =>
        Object.fromEntries(
          certificates
            .all()
            .filter(({ forceRetries }) => forceRetries > 0)
            .map(({ id, state }) => [`${id}`, state]),
        ),
      declared: () => "in progress",
    },
  ],
  existing: "cannot be read",
  adoptions: [],
  optional: [
    {
      prepare: ({ certificates }) => void certificates.add({ id: 321, state: "failed" }),
      args: { certId: 321, triggers: ["a"] },
    },
  ],
  documentedOnly: {
    prepare({ certificates }) {
      certificates.add({ id: 322, state: "failed" });
      return { certId: 322 };
    },
    id: "322",
    outputs: { certId: 322, outcome: "started", message: "The issuing process has been started." },
    exported: ["outcome", "started"],
    messages: [],
    remove: ({ certificates }) => certificates.delete(322),
    deletionMessages: [],
    left: { full: 1, documentedOnly: 1 },
  },
  program: {
    inputs: { certId: 321, triggers: ["a"] },
    secret: "triggers",
    live: { outcome: "started", message: "The issuing process has been started." },
  },
  models,
  upgrade: {
    since: "0.1.0",
    prepare({ certificates }) {
      certificates.add({ id: 321, state: "failed" });
      return {};
    },
    restore: ({ certificates }) => void certificates.add({ id: 321, state: "failed" }),
    changes: { request: /force-retry/, count: 1 },
    left: { found: ({ certificates }) => certificates.all().map(({ id }) => id), expected: [321] },
  },
  types: `
const www = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { of: [output("a"), 7] } });
export const outcome: Output<"started" | "inProgress" | "completed"> = www.outcome;
// @ts-expect-error a trigger is in a list or in an object
new cloudplatform.CertificateForceRetry("wrong", { certId: 321, triggers: "today" });
`,
};
