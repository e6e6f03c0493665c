import { KEY } from "../platform";

/** How errors begin that say what went wrong. */
const NAMED = [
  /^(GET|POST|PUT|PATCH|DELETE) \/\S+ (was answered [345]\d\d|was answered 2\d\d|failed): \S/,
  /^the time-out of \S+ has passed: \S/,
  /^the platform's task \S+ ended in ERROR: \S/,
  /^the platform does not know its task \S+ \(last state: /,
  /^the platform has accepted /,
  /^this deployment of the platform cannot /,
  /^there (is no router|is a router named|are no notification settings) /,
];

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
    ...(RAW.some((each) => each.test(text)) ? [`the error is raw: ${text}`] : []),
    ...(text.includes(KEY) ? ["the error has the key"] : []),
  ];
}
