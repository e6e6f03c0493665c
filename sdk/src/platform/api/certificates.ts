import type { RequestErrorDefinition } from "../../errors/definition";
import { printableLine } from "../../util/text";
import { PlatformError } from "../http/error";
import type { Api } from "./api";

/** Errors of a force retry, by the function and by the resource. */
export const CERTIFICATES = {
  /** @example POST /cdn/sslData/…/force-retry was answered 400: … not attached … */
  notAttached: {
    code: "certificate-not-attached",
    advice: "Attach the certificate to a CDN resource and run again.",
  },
  /** @example POST /cdn/sslData/…/force-retry was answered 400: … not allowed … */
  notAutomated: {
    code: "certificate-not-automated",
    advice:
      "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
  },
  /**
   * The platform limits the number of force retries of a certificate. The request is never repeated automatically.
   *
   * @example POST /cdn/sslData/…/force-retry was answered 429: …
   */
  allowanceUsedUp: {
    code: "certificate-retry-limit",
    advice:
      "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
      "and meanwhile check that the domain points to the platform, which is why most attempts fail.",
  },
  /**
   * The reply was lost. The request is not repeated, because every retry counts against the limit.
   *
   * @example POST /cdn/sslData/…/force-retry failed: …
   */
  replyLost: {
    code: "certificate-retry-uncertain",
    advice:
      "The retry may have been started: if so, the platform answers the next retry that an attempt is in progress.",
  },
} satisfies Record<string, RequestErrorDefinition>;

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

/**
 * The documented `POST /cdn/sslData/{cert_id}/force-retry` requests another attempt to issue a certificate. A refusal because no
 * attempt is needed is a result, not an error.
 */
export async function forceRetry({ send }: Api, certId: number): Promise<Retry> {
  const path = `/cdn/sslData/${certId}/force-retry`;
  try {
    await send({ method: "POST", path, retryOn429: false, needsNoBody: true });
    return { outcome: "started", message: "The issuing process has been started." };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return outcomeOf(error);
  }
}

/** What the platform calls an attempt to issue a certificate, unless the sentence denies the attempt. */
const ATTEMPT = String.raw`(?<!\bno (?:\w+ ){0,3})\b(?:attempt|issuance|issuing|retry)\b`;
/**
 * Words between such a noun and what is said about it, with the id or the domain of the certificate. A negation, and the
 * beginning of another clause, are not among them.
 */
const FILL = String.raw`(?: (?:process|attempt|of|for|the|this|certificate|\d+|[\w*-]+(?:\.[\w-]+)+|is|are|was|has|been|already|currently|now|successfully))*`;

/**
 * The four causes of a 400 differ only in their messages, whose wording is not guaranteed. A single word decides nothing: the
 * platform may ask to wait for something else, or write that a request cannot be completed. The first match counts, so the
 * most specific phrase comes first.
 */
const CAUSES: Array<{ phrases: string[]; outcome?: RetryOutcome; kind?: RequestErrorDefinition }> = [
  {
    phrases: [
      "(not|n't) (been |yet |currently )*(attached|assigned|linked|used|in use)",
      "(unattached|detached) certificate",
      "certificate (is |was )?(unattached|detached)",
    ],
    kind: CERTIFICATES.notAttached,
  },
  {
    phrases: [
      `${ATTEMPT}${FILL} (in progress|running|pending|still (in progress|running|going|pending))`,
      `${ATTEMPT}${FILL} ?(not|n't) (been |yet )*(completed|finished|ended)`,
      `wait (for|until|while)( the| this| current| running| certificate)* ${ATTEMPT}`,
      "certificate is (already |currently )*being issued",
    ],
    outcome: "inProgress",
  },
  {
    phrases: [
      `${ATTEMPT}${FILL} (completed|finished)(?! with| un)`,
      `certificate${FILL} already (been )?(issued|completed)`,
    ],
    outcome: "completed",
  },
  {
    phrases: [
      String.raw`not (allowed|supported|possible) for (\S+ ){0,3}certificates?\b`,
      "not (one )?(issued )?(by (the|an) )?automat",
      String.raw`(only |non-)automat\w+( issued)? certificate`,
    ],
    kind: CERTIFICATES.notAutomated,
  },
];

function outcomeOf(error: PlatformError): Retry {
  if (error.status === 429) throw error.withKind(CERTIFICATES.allowanceUsedUp);
  if (error.mayHaveTakenEffect && (error.status === undefined || error.status >= 500))
    throw error.withKind(CERTIFICATES.replyLost);
  if (error.status !== 400) throw error;
  const sentences = printableLine(Object.values(error.fields).flat().join(" "));
  const text = `${sentences}\n${error.reason}`;
  const cause = CAUSES.find(({ phrases }) => new RegExp(phrases.join("|"), "i").test(text));
  if (cause?.outcome === undefined) throw cause?.kind ? error.withKind(cause.kind) : error;
  return { outcome: cause.outcome, message: sentences || error.reason };
}
