import { invalid, type Problem } from "../core/problem";

/** The body of a request, not parsed. */
export interface BodyText {
  /** Undefined if there is no body. */
  readonly text: string | undefined;
  readonly contentType: string | undefined;
}

/** The parsed body; its text and the problem if the body cannot be parsed. */
export interface ParsedBody {
  readonly value: unknown;
  readonly problem?: Problem;
}

/** Deeper JSON would overflow the stack of the code that checks and prints bodies. */
const MAX_DEPTH = 100;

/** A content type without a body is not an error: clients send a content type with DELETE as well. */
export function parseBody({ text, contentType }: BodyText): ParsedBody {
  if (text === undefined || text === "") return { value: undefined };
  const refuse = (reason: string): ParsedBody => ({ value: text, problem: invalid({ body: [reason] }) });
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ""))
    return refuse("The Content-Type must be application/json.");
  try {
    const value = JSON.parse(text) as unknown;
    return isDeeper(value, MAX_DEPTH) ? refuse(`The body has more than ${MAX_DEPTH} levels.`) : { value };
  } catch {
    return refuse("The body is not valid JSON.");
  }
}

/** Goes down level by level, because a recursion would overflow the stack itself. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; depth < levels && level.length > 0; depth++)
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  return level.length > 0;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
