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
  return told;
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
