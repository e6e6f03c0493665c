import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import { validInputs } from "../../../support/arbitrary-inputs";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

const ANY = "must be a list or an object of any values";

export const inputs: InputsFixture = {
  minimal: { certId: 321 },
  full: [
    { certId: 321, triggers: ["a", { b: 1 }] },
    { certId: 321, triggers: { a: { b: "c" } } },
  ],
  ids: { certId: { of: "certificate" } },
  invalid: { triggers: [[{ certId: 321, triggers: null }, ANY]] },
  printed: {
    args: { certId: 321, triggers: "today" },
    property: "triggers",
    reason: "must be a list or an object of any values",
  },
  invalidTogether: [
    ["every property", { certId: 0, triggers: 1, cert_id: 321 }, ["certId", "cert_id", "triggers"]],
  ],
  unknown: [
    ["the certificate", { certId: UNKNOWN }],
    ["a trigger in a list", { certId: 321, triggers: [UNKNOWN] }],
    ["the certificate and a trigger", { certId: UNKNOWN, triggers: { a: { b: UNKNOWN } } }],
  ],
  failures: [
    ["a trigger beside an unknown certificate", { certId: UNKNOWN, triggers: 1 }, { triggers: ANY }],
  ],
  valid: validInputs(handler.inputs, { certId: fc.integer({ min: 1 }) }),
  acceptable(args, { certificates }) {
    for (const { id } of certificates.all()) certificates.delete(id);
    certificates.add({ id: args.certId as number, state: "failed" });
    return args;
  },
};
