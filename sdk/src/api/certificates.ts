import type { Send } from "../http/call";
import { PlatformError, type PlatformFailure } from "../http/error";

/** What a force retry has led to: a new attempt, one that is going on already, or nothing, as the certificate is there. */
export type RetryOutcome = "started" | "inProgress" | "completed";

export interface Retry {
  outcome: RetryOutcome;
  /** What the platform says of it. */
  message: string;
}

/** Certificates: the documented `POST /cdn/sslData/{cert_id}/force-retry`. */
export class CertificatesApi {
  constructor(private readonly send: Send) {}

  /** Asks for another attempt to issue a certificate. What the platform refuses because there is no need is a result. */
  async forceRetry(certId: number, signal?: AbortSignal): Promise<Retry> {
    const path = `/cdn/sslData/${certId}/force-retry`;
    try {
      await this.send({ method: "POST", path, retryLimited: false, ...(signal && { signal }) });
      return { outcome: "started", message: "The issuing process has been started." };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return outcomeOf(error);
    }
  }
}

/** The platform tells the four causes of a 400 apart by their texts alone, which nobody promises to keep. */
const CAUSES: Array<{ text: RegExp; outcome?: RetryOutcome; advice?: string }> = [
  { text: /in progress|still (running|going)|please wait/i, outcome: "inProgress" },
  { text: /completed|already (been )?issued/i, outcome: "completed" },
  {
    text: /(not|n't) (been )?(attached|assigned|used)|unattached/i,
    advice: "Attach the certificate to a CDN resource and run again.",
  },
  {
    text: /not (allowed|supported|possible|issued automatically|automat\w+)|only .*automat|non-/i,
    advice:
      "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
  },
];

const SPENT =
  "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
  "and meanwhile check that the domain points to the platform, which is why most attempts fail.";

const LOST =
  "The retry may have been started: the platform then says of the next one that an attempt is in progress.";

function outcomeOf(error: PlatformError): Retry {
  if (error.status === 429) throw readvised(error, SPENT);
  if (error.mayHaveTakenEffect) throw readvised(error, `${LOST} ${error.advice}`);
  if (error.status !== 400) throw error;
  const said = [...(error.fields.certificate ?? []), error.reason].join(" ");
  const cause = CAUSES.find(({ text }) => text.test(said));
  if (cause?.outcome === undefined) throw cause?.advice ? readvised(error, cause.advice) : error;
  return { outcome: cause.outcome, message: error.fields.certificate?.join(" ") ?? error.reason };
}

/** The same error with advice that fits its cause. */
function readvised(error: PlatformFailure, advice: string): PlatformError {
  return new PlatformError({ ...error, advice });
}
