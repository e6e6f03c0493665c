import { ANY_FACTS, definitions } from "../support/catalogue";
import { KEY } from "../support/platform";

/** Beginnings of messages that name a cause: a request that failed, a timeout, or an error of the catalogue. */
const CAUSES = [
  /^(GET|POST|PUT|PATCH|DELETE) \/\S+ (was answered [2345]\d\d|failed): \S/,
  /^the timeout of \S+ has passed: \S/,
  ...definitions().flatMap((each) => ("message" in each ? [patternOf(each.message(ANY_FACTS))] : [])),
];

/** Matches texts that begin like the first line of the message, with any facts. */
function patternOf(message: string): RegExp {
  const [line = ""] = message.split("\n");
  const literal = line.split(/<\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join(".+")}`);
}

/** Parts of internal errors, which mean nothing to a user. */
const INTERNAL = [
  /undefined|NaN|\[object /,
  /\n\s+at \S/,
  /\b\w*(TypeError|RangeError|SyntaxError|AggregateError)\b/,
];

/** What is wrong with the text of an error. */
export function problemsOfErrorText(text: string): string[] {
  return [
    ...(CAUSES.some((each) => each.test(text)) ? [] : [`the error names no cause: ${text}`]),
    ...(/ \[[a-z]+(-[a-z]+)*\]/.test(text) ? [] : [`the error has no code: ${text}`]),
    ...(INTERNAL.some((each) => each.test(text)) ? [`the error is an internal one: ${text}`] : []),
    ...(text.includes(KEY) ? ["the error contains the API key"] : []),
  ];
}
