import type { SettledRule, When } from "./rule";

/** A rule as one line: `status:code=503,processed@POST /cloud/v1/routers/{project_id}/{region_id}#1`. */
export function textOf({ fault, method, path, when }: SettledRule): string {
  const { kind, ...said } = fault;
  const options = Object.entries(said).filter(([, value]) => value !== false);
  const what = options.length === 0 ? kind : `${kind}:${options.map(optionText).join(",")}`;
  const where = [method ?? "*", ...(path === undefined ? [] : [path])].join(" ");
  return `${what}${where === "*" ? "" : `@${where}`}${whenText(when)}`;
}

function optionText([name, value]: [string, unknown]): string {
  return value === true ? name : `${name}=${JSON.stringify(value)}`;
}

function whenText(when: When = "all"): string {
  if (when === "all") return "";
  if (typeof when === "number") return `#${when}`;
  if (Array.isArray(when)) return `#${when.join(",")}`;
  return "from" in when ? `#${when.from}+` : `#${when.percent}%`;
}

const text = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const number = String.raw`\d+(?:\.\d+)?`;
const option = `([a-zA-Z]+)(?:=(${text}|${number}))?`;
const occurrence = String.raw`all|\d+\+|${number}%|\d+(?:,\d+)*`;

const LONGEST_QUOTE = 60;

/** The parts of a rule, each up to the beginning of the next one. */
const parts: readonly { readonly name: string; readonly form: string; readonly examples: string }[] = [
  { name: "kind", form: "(?<kind>[a-z-]+)(?=[:@#]|$)", examples: "slow or reset-after" },
  {
    name: "options",
    form: `(?::(?<options>${option}(?:,${option})*))?(?=[@#]|$)`,
    examples: ':ms=200 or :field="name",text="x"',
  },
  {
    name: "requests",
    form: `(?:@(?<method>[a-zA-Z]+|\\*)(?: (?<path>[/~].*?))?)?(?=(?:#(?:${occurrence}))?$|#[^#/]*$)`,
    examples: "@POST or @GET /v1/tasks/{task_id}",
  },
  { name: "which", form: `(?:#(?<when>${occurrence}))?$`, examples: "#1, #1,3, #2+ or #20%" },
];

/** The first part of a rule that is invalid. */
export interface WrongPart {
  readonly part: string;
  readonly problem: string;
}

/** The fields of a rule, still to be checked. */
export function parseRule(given: string): { readonly fields: unknown } | WrongPart {
  const groups: Record<string, string | undefined> = {};
  let rest = given;
  for (const { name, form, examples } of parts) {
    const found = new RegExp(`^${form}`, "u").exec(rest);
    if (found === null)
      return { part: name, problem: `Must look like ${examples}, not ${JSON.stringify(beginning(rest))}.` };
    Object.assign(groups, found.groups);
    rest = rest.slice(found[0].length);
  }
  return { fields: fieldsOf(groups) };
}

function beginning(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`;
}

function fieldsOf({ kind, options, method, path, when }: Record<string, string | undefined>): unknown {
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
