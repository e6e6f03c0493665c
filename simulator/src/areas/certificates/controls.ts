import { z } from "zod";
import { type Operation, ok, operation } from "../../http/operation";
import type { CertificatesHandle } from "./handle";
import { type CertificateRecord, certificateStates } from "./record";

const declaration = z.strictObject({ id: z.int().nonnegative(), state: z.enum(certificateStates) });

/** POST /_simulator/certificates: adds a certificate, or brings one that is there into another state. */
export function certificateControl(certificates: CertificatesHandle): Operation {
  return operation({
    method: "POST",
    path: "/certificates",
    body: declaration,
    handle: ({ body: { id, state } }) =>
      certificates.get(id) === undefined
        ? { status: 201, body: certificateJson(certificates.add({ id, state })) }
        : ok(certificateJson(certificates.change(id, { state }))),
  });
}

export function certificateJson({ id, state, forceRetries }: CertificateRecord): unknown {
  return { id, state, force_retries: forceRetries };
}
