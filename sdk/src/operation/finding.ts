import { CodedError } from "../errors/definition";
import { SERVERS } from "../errors/servers";
import { isKeyRefused, NotTheApi, PlatformError } from "../platform/http/error";
import { messageOf } from "../util/text";

/**
 * `fails`: `up` would fail. `note`: `up` would succeed, and meet something that the steps do not show. `unchecked`: the platform was
 * not asked, or could not answer.
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

export const GONE = "does not exist any more";
/** Why a refresh removes an object from the state. */
export const DELETED_OUTSIDE = `${GONE}: it was deleted outside of Pulumi`;

export const note = (text: string): Finding => ({ level: "note", text });
export const unchecked = (text: string): Finding => ({ level: "unchecked", text });

/** An error with which `up` would fail. */
export function failureOf(error: unknown): Finding {
  const errorCode = (error as { errorCode?: string } | undefined)?.errorCode;
  const code = error instanceof CodedError ? error.code : errorCode;
  return { level: "fails", ...(code && { code }), text: messageOf(error) };
}

/** The value of an input is known only during `up`, so the platform cannot be asked. */
export class UnknownInput extends Error {}

/** Whether a request failed because of the key, or because another server has answered. */
export function isOfAccount(error: PlatformError): boolean {
  const codes: string[] = [SERVERS.notTheApi.code, SERVERS.redirect.code];
  return error instanceof NotTheApi || codes.includes(error.code) || isKeyRefused(error);
}

/** A key that cannot read, or an area that is out of order, does not prevent what `up` sends without a read. */
export async function optional(findings: Promise<Finding[]>): Promise<Finding[]> {
  return findings.catch((error: unknown) => {
    if (!(error instanceof PlatformError) || isOfAccount(error)) throw error;
    return [unchecked(`${error.summary} [${error.code}]. \`up\` does not need this request.`)];
  });
}
