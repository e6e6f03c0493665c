import { CERTIFICATES } from "../../errors/certificates";
import type { RequestErrorDefinition } from "../../errors/definition";
import { printableLine } from "../../util/text";
import { PlatformError } from "../http/error";
import type { Api } from "./deployment";
import { acceptAnyBody } from "./reply";

/**
 * The result of a force retry: a new attempt, an attempt that is already running, or none because the certificate
 * exists.
 */
export type RetryOutcome = "started" | "inProgress" | "completed";

export interface Retry {
  outcome: RetryOutcome;
  /** The platform's message. */
  message: string;
}

/** Certificates: the documented `POST /cdn/sslData/{cert_id}/force-retry`. */
export class CertificatesApi {
  constructor(private readonly api: Api) {}

  /**
   * Requests another attempt to issue a certificate. A refusal because no attempt is needed is a result, not an error.
   */
  async forceRetry(certId: number): Promise<Retry> {
    const path = `/cdn/sslData/${certId}/force-retry`;
    try {
      await this.api.send({ method: "POST", path, retryOn429: false }).catch(acceptAnyBody);
      return { outcome: "started", message: "The issuing process has been started." };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return outcomeOf(error);
    }
  }
}

/**
 * The four causes of a 400 differ only in their messages, whose wording is not guaranteed. The first match counts, so
 * the most specific pattern comes first.
 */
const CAUSES: Array<{ text: RegExp; outcome?: RetryOutcome; kind?: RequestErrorDefinition }> = [
  {
    text: /(not|n't) (been |yet |currently )*(attached|assigned|linked|used|in use)|unattached|detached/i,
    kind: CERTIFICATES.notAttached,
  },
  {
    text: /^(?:(?!\bno\b).)*in progress|still (running|going|pending)|(not|n't) (been |yet )*(completed|finished|ended)|please wait/i,
    outcome: "inProgress",
  },
  { text: /completed(?! with)|already (been )?(issued|finished)/i, outcome: "completed" },
  {
    text: /not (allowed|supported|possible|issued automatically|automat\w+)|only .*automat|non-automat/i,
    kind: CERTIFICATES.notAutomated,
  },
];

function outcomeOf(error: PlatformError): Retry {
  if (error.status === 429) throw error.withKind(CERTIFICATES.allowanceUsedUp);
  if (error.mayHaveTakenEffect && (error.status === undefined || error.status >= 500))
    throw error.withKind(CERTIFICATES.replyLost);
  if (error.status !== 400) throw error;
  const sentences = printableLine(Object.values(error.fields).flat().join(" "));
  const cause = CAUSES.find(({ text }) => text.test(`${sentences} ${error.reason}`));
  if (cause?.outcome === undefined) throw cause?.kind ? error.withKind(cause.kind) : error;
  return { outcome: cause.outcome, message: sentences || error.reason };
}
