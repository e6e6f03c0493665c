import { printableLine } from "../util/text";

/** An error as it is said, with what the page of errors tells of it. */
export interface Entry<Facts> {
  /** What the user reads: what is wrong, and what to do. */
  says(facts: Facts): string;
  /** Why it comes about. */
  why: string;
  /** What to do, in short. */
  remedy: string;
}

export function entry<Facts = void>(told: Entry<Facts>): Entry<Facts> {
  return { ...told, says: (facts) => told.says(printable(facts)) };
}

/** The lines of a sentence are its own: a fact, which may be the platform's, is text of one line. */
function printable<Facts>(facts: Facts): Facts {
  if (typeof facts !== "object" || facts === null) return facts;
  return new Proxy(facts, {
    get(target, name) {
      const fact: unknown = Reflect.get(target, name);
      return typeof fact === "string" ? printableLine(fact) : fact;
    },
  });
}

/** A kind of failed reply: the platform says what is wrong, and the remedy stands below it. */
export interface ReplyEntry {
  /** How it is recognised in an error. */
  shows: string;
  why: string;
  /** The advice that ends the error. */
  remedy: string;
}

export function reply(told: ReplyEntry): ReplyEntry {
  return told;
}

/** Of a failed request, what sentences tell. */
export interface Refused {
  method: string;
  path: string;
  status: number | undefined;
  reason: string;
}
