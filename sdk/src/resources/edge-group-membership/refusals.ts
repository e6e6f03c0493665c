import type { PlatformError } from "../../http/error";

// How a platform may say that there is nothing to do: what it answers to adding a member twice, or to removing one
// that is none, is described nowhere.

const MEMBER =
  /\balready\b(?!.*\b(other|another|different|deleted|removed)\b)|duplicate|(?<!\bno\b.*)\bexists\b/i;
const NO_MEMBER =
  /(\bno|\bnot|n't)( an?| any| the| such| longer| be)* (member|client|in|part|belong|exist|found)/i;

/** Whether adding a client was refused as it is a member already. */
export function saysMember({ status, reason }: PlatformError): boolean {
  return status === 409 || MEMBER.test(reason);
}

/** Whether removing a client was refused as it is no member. */
export function saysNoMember({ reason }: PlatformError): boolean {
  return NO_MEMBER.test(reason);
}
