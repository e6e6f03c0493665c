import { invalid, type Problem } from "../core/problem";

/** The body as far as it could be read; the problem is kept aside, as a missing key is told first. */
export interface ReadBody {
  readonly value: unknown;
  readonly problem?: Problem;
}

/** No body is no error whatever the headers say: clients send a content type with DELETE as well. */
export function readBody(text: unknown, contentType: string | undefined): ReadBody {
  if (typeof text !== "string" || text === "") return { value: undefined };
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
    return { value: text, problem: invalid({ body: ["The Content-Type must be application/json."] }) };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { value: text, problem: invalid({ body: ["The body is not valid JSON."] }) };
  }
}
