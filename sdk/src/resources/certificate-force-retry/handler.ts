import { z } from "zod";
import { id } from "../../operation/inputs/schemas";
import { propertiesOf } from "../../operation/properties";
import type { Resource } from "../../operation/resource";
import { forceRetry, type Retry } from "../../platform/api/certificates";

const ForceRetryInputs = z.strictObject({
  certId: id("certificate"),
  triggers: z
    .union([z.array(z.unknown()), z.record(z.string(), z.unknown())], {
      error: "must be a list or an object of any values",
    })
    .optional(),
});

type ForceRetryInputs = z.infer<typeof ForceRetryInputs>;

interface ForceRetryState extends ForceRetryInputs, Retry {}

/** A force retry. It is sent when the resource is created or replaced, and at no other time. */
export const handler: Resource<ForceRetryInputs, ForceRetryState> = {
  type: "CertificateForceRetry",
  inputs: ForceRetryInputs,
  properties: propertiesOf<ForceRetryInputs, ForceRetryState>(ForceRetryInputs, {
    certId: { kind: "replaces" },
    triggers: { kind: "replaces" },
  }),

  // Two resources may retry one certificate for different reasons.
  creation: (inputs) => ({
    known: inputs as ForceRetryState,
    step: {
      async send(api) {
        const retry = await forceRetry(api, inputs.certId);
        return { id: String(inputs.certId), state: { ...inputs, ...retry } };
      },
    },
  }),

  change: () => [],
};
