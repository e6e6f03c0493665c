import { z } from "zod";
import { counter } from "../../core/schemas";
import { type ObjectKind, objectKind } from "../object-kind";
import type { CertificatesHandle } from "./handle";
import { type CertificateRecord, certificateRecord } from "./record";

const { id, state } = certificateRecord.shape;
const say = z.string().exactOptional();
const addition = z.strictObject({ id, state, say });
const change = z.strictObject({
  state: state.exactOptional(),
  say,
  force_retries: counter.exactOptional(),
});

/** An addition of a certificate that exists changes its state. */
export function certificateKind(certificates: CertificatesHandle): ObjectKind {
  return objectKind({
    name: "certificates",
    all: () => certificates.all(),
    idOf: (certificate) => certificate.id,
    asJson: certificateJson,
    addition,
    add: ({ id, ...said }) =>
      certificates.get(id) === undefined ? certificates.add({ id, ...said }) : certificates.change(id, said),
    change,
    apply: (certificate, { force_retries: forceRetries, ...said }) =>
      certificates.change(certificate.id, {
        ...said,
        ...(forceRetries === undefined ? {} : { forceRetries }),
      }),
    remove: (certificate) => certificates.delete(certificate.id),
  });
}

export function certificateJson({ id, state, forceRetries }: CertificateRecord): unknown {
  return { id, state, force_retries: forceRetries };
}
