import type { Simulator } from "../../../../simulator/src";
import type { ResourceFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

const ANY = "must be a list or an object of any values";
const STARTED = { outcome: "started", message: "The issuing process has been started." };

/** Certificates whose last attempt failed, so that a retry is possible. All others are deleted. */
function failed({ certificates }: Simulator, ...ids: number[]): void {
  for (const { id } of certificates.all()) certificates.delete(id);
  for (const id of ids) certificates.add({ id, state: "failed" });
}

const prepare = (platform: Simulator) => failed(platform, 321);

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:CertificateForceRetry",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").CertificateForceRetry',
    optional: ["triggers"],
  },
  inputs: {
    minimal: { certId: 321 },
    full: [
      { certId: 321, triggers: ["a", { b: 1 }] },
      { certId: 321, triggers: { a: { b: "c" } } },
    ],
    ids: { certId: { of: "certificate" } },
    invalid: { triggers: [[{ certId: 321, triggers: null }, ANY]] },
    printed: { args: { certId: 321, triggers: "today" }, property: "triggers", reason: ANY },
    invalidTogether: [
      ["every property", { certId: 0, triggers: 1, cert_id: 321 }, ["certId", "cert_id", "triggers"]],
    ],
    unknown: [["the certificate and a trigger", { certId: UNKNOWN, triggers: { a: { b: UNKNOWN } } }]],
    failures: [
      ["a trigger beside an unknown certificate", { certId: UNKNOWN, triggers: 1 }, { triggers: ANY }],
    ],
  },
  duplicates: [],
  scenario: {
    prepare,
    first: { certId: 321, triggers: ["a"] },
    changes: { replace: { certId: 321, triggers: ["b"] } },
    objects({ certificates }) {
      const retried = certificates.all().filter(({ forceRetries }) => forceRetries > 0);
      return Object.fromEntries(retried.map(({ id, state }) => [`${id}`, state]));
    },
    declared: () => "in progress",
  },
  existing: "cannot be read",
  adoptions: [],
  optional: [{ prepare, args: { certId: 321, triggers: ["a"] } }],
  documentedOnly: {
    // Beside the certificate of the function forceRetryCertificate.
    prepare({ certificates }) {
      certificates.add({ id: 322, state: "failed" });
      return { certId: 322 };
    },
    id: "322",
    outputs: { certId: 322, ...STARTED },
    exported: ["outcome", "started"],
    messages: [],
    remove: ({ certificates }) => certificates.delete(322),
    deletionMessages: [],
    left: 1,
  },
  program: { inputs: { certId: 321, triggers: ["a"] }, secret: "triggers", live: STARTED },
  upgrade: {
    since: "0.1.0",
    prepare(platform) {
      prepare(platform);
      return {};
    },
    restore: prepare,
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
