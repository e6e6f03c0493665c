import { invalid, Problem } from "../../core/problem";
import type { Settings } from "../../options";
import { entering } from "./issuance";
import type { CertificateRecord, CertificateState } from "./record";

type Obstacle = Exclude<CertificateState, "failed">;

const sentences: Readonly<Record<Obstacle, string>> = {
  "in progress":
    "Force retry is not allowed until the current issuing attempt is in progress. Please wait until it ends.",
  completed: "The certificate issuance process has already been completed.",
  "not attached": "Certificate is not attached to a resource.",
  "not automated": "Force retry is not allowed for certificates that are not issued automatically.",
};
const spent = "The allowed number of force retries of the certificate has been exceeded.";

/** Another attempt begins, at the cost of one force retry. What is refused costs nothing. */
export function forceRetry(
  certificate: CertificateRecord,
  { forceRetriesPerCertificate, now }: Settings,
): CertificateRecord {
  const { state, forceRetries, say } = certificate;
  if (state !== "failed") throw invalid({ certificate: [say ?? sentences[state]] });
  if (forceRetries >= forceRetriesPerCertificate) throw tooMany(say ?? spent);
  return { ...entering(certificate, "in progress", now()), forceRetries: forceRetries + 1 };
}

function tooMany(sentence: string): Problem {
  return new Problem(429, "TooManyRequests", sentence, { certificate: [sentence] });
}
