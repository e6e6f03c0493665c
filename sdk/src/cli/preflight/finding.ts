import { CodedError } from "../../errors/definition";
import { PlatformError } from "../../platform/http/error";

/**
 * `fails`: `up` would fail. `note`: `up` would succeed, and meet something that the preview does not show. `unchecked`: the
 * platform could not be asked.
 */
export type Level = "fails" | "note" | "unchecked" | "ok";

/** What `up` would meet. */
export interface Finding {
  level: Level;
  /** The code of the error that `up` would print, in docs/errors.md. */
  code?: string;
  /** One sentence, or for an error its complete message. */
  text: string;
}

export const note = (text: string): Finding => ({ level: "note", text });
export const unchecked = (text: string): Finding => ({ level: "unchecked", text });
export const ok = (text: string): Finding => ({ level: "ok", text });

/** The finding for a warning that `up` would print. */
export function warningOf({ code, message: text }: CodedError): Finding {
  return { level: "note", code, text };
}

/** The finding for an error that `up` would meet as well. */
export function findingOf(error: CodedError): Finding {
  const { code, message: text } = error;
  return { level: isTransient(error) ? "unchecked" : "fails", code, text };
}

/** The same request may succeed in the run of `up`. */
function isTransient(error: CodedError): boolean {
  return error instanceof PlatformError && (error.status === undefined || error.retryable);
}

/** Ends the check of a step. */
export class CheckEnd extends Error {
  constructor(readonly finding: Finding) {
    super(finding.text);
  }
}

/** What the finding of an error depends on. */
export interface ErrorFacts {
  /** Inputs on which the error may depend, and that the preview does not contain. */
  omitted?: readonly string[];
  /** Whether `up` sends the failed request as well. */
  isNeeded?: boolean;
}

/** The finding of an error that ends a check. */
export function endOf(error: unknown, { omitted = [], isNeeded = true }: ErrorFacts = {}): Finding {
  if (error instanceof CheckEnd) return error.finding;
  if (!(error instanceof CodedError)) throw error;
  const finding = findingOf(error);
  const doubt =
    omitted.length > 0
      ? `What \`up\` does depends on ${omitted.join(", ")}, which this preview does not contain: run the preview with CLOUDPLATFORM_PREFLIGHT=true.`
      : !isNeeded && isRefusedRead(error) && "`up` does not need this request.";
  if (finding.level !== "fails" || !doubt) return finding;
  const [sentence = ""] = error.message.split("\n");
  return unchecked(`${sentence}${sentence.endsWith(".") ? "" : "."} ${doubt}`);
}

/** A key that is not accepted fails with other requests as well. */
function isRefusedRead(error: CodedError): boolean {
  return error instanceof PlatformError && error.status !== 401;
}
