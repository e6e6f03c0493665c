import { printableLine } from "../util/text";

/** An error message, with its row in docs/errors.md. */
export interface ErrorDefinition<Facts> {
  /** What the user reads: what is wrong, and what to do. */
  message(facts: Facts): string;
  /** For docs/errors.md. */
  cause: string;
  /** For docs/errors.md: what to do, in short. */
  remedy: string;
}

export function defineError<Facts = void>(definition: ErrorDefinition<Facts>): ErrorDefinition<Facts> {
  return { ...definition, message: (facts) => definition.message(printableFacts(facts)) };
}

/**
 * Facts may contain text of the platform, so each is reduced to one printable line: only the message has line breaks.
 */
function printableFacts<Facts>(facts: Facts): Facts {
  if (typeof facts !== "object" || facts === null) return facts;
  return new Proxy(facts, {
    get(target, name) {
      const fact: unknown = Reflect.get(target, name);
      return typeof fact === "string" ? printableLine(fact) : fact;
    },
  });
}

/** The advice for a kind of failed request. The platform's own message says what is wrong. */
export interface ReplyErrorDefinition {
  /** For docs/errors.md: the part of the error by which a user recognises it. */
  example: string;
  cause: string;
  /** The last line of the error. */
  remedy: string;
}

export function defineReplyError(definition: ReplyErrorDefinition): ReplyErrorDefinition {
  return definition;
}

/** The facts about a failed request that messages contain. */
export interface RefusedRequest {
  method: string;
  path: string;
  status: number | undefined;
  reason: string;
}
