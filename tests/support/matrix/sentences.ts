import { definitions } from "../catalogue";
import { KEY } from "../platform";

/** Stands for a fact, of which no sentence says more than that it is there. */
const FACT = "\ue000";
const facts: object = new Proxy({}, { get: (_, name) => (name === "refused" ? facts : FACT) });

/** How errors begin that say what went wrong: with the request, with the time that is over, or as in the catalogue. */
const NAMED = [
  /^(GET|POST|PUT|PATCH|DELETE) \/\S+ (was answered [2345]\d\d|failed): \S/,
  /^the timeout of \S+ has passed: \S/,
  ...definitions().flatMap((each) => ("message" in each ? [beginningOf(each.message(facts as never))] : [])),
];

function beginningOf(sentence: string): RegExp {
  const [line = ""] = sentence.split("\n");
  const literal = line.split(FACT).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join(".+")}`);
}

/** What no user can make anything of. */
const RAW = [
  /undefined|NaN|\[object /,
  /\n\s+at \S/,
  /\b\w*(TypeError|RangeError|SyntaxError|AggregateError)\b/,
];

/** What is wrong with the text of an error. */
export function unnamed(text: string): string[] {
  return [
    ...(NAMED.some((each) => each.test(text)) ? [] : [`the error names nothing: ${text}`]),
    ...(/ \[[a-z]+(-[a-z]+)*\]/.test(text) ? [] : [`the error has no code: ${text}`]),
    ...(RAW.some((each) => each.test(text)) ? [`the error is raw: ${text}`] : []),
    ...(text.includes(KEY) ? ["the error has the key"] : []),
  ];
}
