import { z } from "zod";
import { Problem } from "../../core/problem";
import { integerText } from "../../core/schemas";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import { issuanceStatus, issuanceStatusSchema } from "./issuance";
import type { CertificateRecord } from "./record";
import { forceRetry } from "./retry";
import type { CertificateStore } from "./store";

const member = "/cdn/sslData/:cert_id";
const memberPath = z.strictObject({ cert_id: integerText });

export function certificateOperations(store: CertificateStore, settings: Settings): Operation[] {
  return [retry(store, settings), status(store)];
}

function retry(store: CertificateStore, settings: Settings): Operation {
  return operation({
    method: "POST",
    path: `${member}/force-retry`,
    summary: "Retry the issuance of a certificate",
    replies: { 201: null },
    documented: true,
    params: memberPath,
    handle: ({ params }) => {
      store.keep(forceRetry(find(store, params.cert_id), settings));
      return { status: 201 };
    },
  });
}

function status(store: CertificateStore): Operation {
  return operation({
    method: "GET",
    path: `${member}/status`,
    summary: "Get the issuance of a certificate",
    replies: { 200: issuanceStatusSchema },
    params: memberPath,
    handle: ({ params }) => {
      const certificate = find(store, params.cert_id);
      // A certificate that somebody brought along was never issued here.
      if (certificate.state === "not automated")
        throw missing(`Certificate ${certificate.id} has no issuance.`);
      return ok(issuanceStatus(certificate));
    },
  });
}

function find(store: CertificateStore, id: number): CertificateRecord {
  const certificate = store.get(id);
  if (certificate === undefined) throw missing(`Certificate ${id} was not found.`);
  return certificate;
}

function missing(sentence: string): Problem {
  return new Problem(404, "NotFoundError", sentence, { certificate: [sentence] });
}
