import type { PlatformError } from "../../platform/http/error";

// The interface does not describe how the platform refuses to add an existing member or to remove a non-member. Only the
// texts of the refusals show it.

const MEMBER =
  /\balready\b(?!.*\b(other|another|different|deleted|removed)\b)|duplicate|(?<!\bno\b.*)\bexists\b/i;
const NO_MEMBER =
  /(\bno|\bnot|n't)( an?| any| the| such| longer| be)* (member|client|in|part|belong|exist|found)/i;

/** Whether the platform refused to add a client because the client is already a member. */
export function isAlreadyMember({ status, reason }: PlatformError): boolean {
  return status === 409 || MEMBER.test(reason);
}

/** Whether a refusal to remove a client says that the client is not a member. */
export function isNoMember(text: string): boolean {
  return NO_MEMBER.test(text);
}
