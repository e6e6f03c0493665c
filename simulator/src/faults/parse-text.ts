// The form of the text is described in text.ts.

const text = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const number = String.raw`\d+(?:\.\d+)?`;
const option = `([a-zA-Z]+)(?:=(${text}|${number}))?`;
const occurrence = String.raw`all|\d+\+|${number}%|\d+(?:,\d+)*`;

const line = new RegExp(
  `^(?<kind>[a-z-]+)(?::(?<options>${option}(?:,${option})*))?` +
    String.raw`(?:@(?<method>[a-zA-Z]+|\*)(?: (?<path>[/~].*?))?)?(?:#(?<when>${occurrence}))?$`,
  "u",
);

/** The fields of a rule, still to be checked; undefined when the text is no such line. */
export function parseRule(given: string): unknown {
  const { kind, options, method, path, when } = line.exec(given)?.groups ?? {};
  if (kind === undefined) return undefined;
  return {
    fault: { kind, ...parseOptions(options ?? "") },
    ...(method === undefined || method === "*" ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(when === undefined || when === "all" ? {} : { when: parseWhen(when) }),
  };
}

function parseOptions(options: string): Record<string, unknown> {
  const each = options.matchAll(new RegExp(option, "gu"));
  return Object.fromEntries([...each].map(([, name = "", value]) => [name, parseValue(value)]));
}

/** An option without a value is one that is switched on. */
function parseValue(value: string | undefined): unknown {
  if (value === undefined) return true;
  return value.startsWith('"') ? JSON.parse(value) : Number(value);
}

function parseWhen(when: string) {
  if (when.endsWith("+")) return { from: Number.parseInt(when, 10) };
  if (when.endsWith("%")) return { percent: Number.parseFloat(when) };
  const numbers = when.split(",").map(Number);
  const [only = 0] = numbers;
  return numbers.length === 1 ? only : numbers;
}
