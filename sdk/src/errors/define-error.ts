import { printableLine } from "../util/text";

/** An error as it is said, with what the page of errors tells of it. */
export interface ErrorDefinition<Facts> {
  /** What the user reads: what is wrong, and what to do. */
  message(facts: Facts): string;
  /** Why it comes about. */
  cause: string;
  /** What to do, in short. */
  remedy: string;
}

export function defineError<Facts = void>(definition: ErrorDefinition<Facts>): ErrorDefinition<Facts> {
  return { ...definition, message: (facts) => definition.message(printableFacts(facts)) };
}

/** The lines of a sentence are its own: a fact, which may be the platform's, is text of one line. */
function printableFacts<Facts>(facts: Facts): Facts {
  if (typeof facts !== "object" || facts === null) return facts;
  return new Proxy(facts, {
    get(target, name) {
      const fact: unknown = Reflect.get(target, name);
      return typeof fact === "string" ? printableLine(fact) : fact;
    },
  });
}

/** A kind of failed reply: the platform says what is wrong, and the remedy stands below it. */
export interface ReplyErrorDefinition {
  /** How it is recognised in an error. */
  example: string;
  cause: string;
  /** The advice that ends the error. */
  remedy: string;
}

export function defineReplyError(definition: ReplyErrorDefinition): ReplyErrorDefinition {
  return definition;
}

/** Of a failed request, what sentences tell. */
export interface RefusedRequest {
  method: string;
  path: string;
  status: number | undefined;
  reason: string;
}
