import type { z } from "zod";
import { parseParts } from "../lifecycle/identity";
import { isUnknown, UNKNOWN, validate, withoutDetails } from "../lifecycle/inputs/validate";
import { inputOf } from "../lifecycle/properties";
import { SETTING_NAMES, type SettingName } from "../platform/settings";
import { isObject, type Json, type JsonObject } from "../util/json";
import { nearest } from "../util/nearest";
import type { ConfigValue, StackConfig } from "./config";
import type { Entry, Report, StackFile, Values } from "./entries";
import {
  EMPTY_ENTRY,
  INVALID_ACCOUNT,
  moreProblems,
  noKey,
  notAnObject,
  notAProperty,
  RESERVED_NAME,
  TWO_ACCOUNTS,
  twoNamespaces,
  unknownAccount,
  unknownSection,
} from "./errors";
import { type Kind, propertiesOf } from "./kinds";
import { AccountSettings, EntryExtras, EntryOptions, PROPERTY_LISTS, settingProblem } from "./options";
import { ReferenceCheck } from "./references";
import { isLiteral, join, mapScalars, type Scalar, templateOf } from "./template";

/** A suggestion for each problem takes time, and nobody corrects more at once. */
const MAX_PROBLEMS = 100;

const SHOWN_CHARS = 100;

/** Outputs of the stack that the program has, or that a module cannot export. */
const RESERVED_OUTPUTS = ["ids", "default", "__esModule"];

/** Reads and checks the whole stack file, without Pulumi's engine. Each problem begins with its place. */
export function readStackFile(
  config: StackConfig,
  kinds: ReadonlyMap<string, Kind>,
): { file: StackFile; problems: string[] } {
  // A set, because one mistake may be found in several ways.
  const problems = new Set<string>();
  let others = 0;
  const report: Report = (place, sentence) => {
    if (problems.size === MAX_PROBLEMS) others++;
    else problems.add(`${shortened(place)} ${typeof sentence === "string" ? sentence : sentence()}`);
  };
  const sections = sectionsOf(config, kinds, report);
  const accounts = objectsIn("accounts", sections, "settings", report);
  const entries = [...kinds.values()].flatMap((kind) =>
    objectsIn(kind.name, sections, "properties", report).map((values) => entryOf(kind, values, report)),
  );
  const outputs = sectionValues("outputs", sections, "a value or reference for each output", report);
  const file = {
    accounts: new Map(accounts.map(({ name, ...values }) => [name, values])),
    entries: new Map(entries.map((entry) => [entry.place, entry])),
    outputs,
    config,
  };
  for (const name of SETTING_NAMES) checkSetting(name, config, report);
  for (const [name, values] of file.accounts) checkAccount(name, values, file, report);
  for (const entry of entries) checkEntry(entry, file, report);
  for (const name of RESERVED_OUTPUTS)
    if (Object.hasOwn(outputs.value, name)) report(join("outputs", name), RESERVED_NAME);
  const order = new ReferenceCheck(file, kinds, report).run();
  const ordered = new Map(order.map((place) => [place, file.entries.get(place) as Entry]));
  if (others > 0) problems.add(moreProblems(others));
  return { file: { ...file, entries: ordered }, problems: [...problems] };
}

/** A place whose names leave room for the sentence in a printed line. */
function shortened(place: string): string {
  return place.length <= 2 * SHOWN_CHARS
    ? place
    : `${place.slice(0, SHOWN_CHARS)}…${place.slice(-SHOWN_CHARS)}`;
}

type Sections = ReadonlyMap<string, ConfigValue>;

/**
 * The sections of the stack file. Keys of the project's namespace belong to the program, except if they are the name of a
 * section, or similar to one and an object.
 */
function sectionsOf(
  { project, shared, own }: StackConfig,
  kinds: ReadonlyMap<string, Kind>,
  report: Report,
): Sections {
  const names = ["accounts", ...kinds.keys(), "outputs"];
  const known = [...names, ...SETTING_NAMES];
  for (const name of shared.keys())
    if (!known.includes(name))
      report(`cloudplatform:${name}`, () => unknownSection(nearest(name, known), [...kinds.keys()]));
  for (const [name, { value }] of own) {
    if (names.includes(name) && shared.has(name)) report(name, twoNamespaces(project));
    const meant = nearest(name, names);
    if (!names.includes(name) && meant !== undefined && isObject(value))
      report(`${project}:${name}`, unknownSection(meant, [...kinds.keys()]));
  }
  const found = names.map((name) => [name, shared.get(name) ?? own.get(name)] as const);
  return new Map(found.filter((section): section is [string, ConfigValue] => section[1] !== undefined));
}

function sectionValues(name: string, sections: Sections, content: string, report: Report): Values {
  const { value = null, isSecret = false } = sections.get(name) ?? {};
  if (isObject(value)) {
    checkNames(value as JsonObject, name, report);
    return { place: name, value: value as JsonObject, isSecret };
  }
  const isEmpty = value === null || value === "" || isUnknown(value);
  if (!isEmpty) report(name, notAnObject(content, value));
  return { place: name, value: {}, isSecret };
}

/** JavaScript gives an object a prototype of this name, so Pulumi's SDK loses such a value, also deep inside of others. */
function checkNames(value: Json, place: string, report: Report): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${place}[${key}]` : join(place, key);
    if (key === "__proto__") report(at, RESERVED_NAME);
    checkNames(item, at, report);
  }
}

/** The objects in a section, by their names. */
function objectsIn(
  section: string,
  sections: Sections,
  content: string,
  report: Report,
): Array<Values & { name: string }> {
  const { value, isSecret } = sectionValues(section, sections, "names and their entries", report);
  return Object.entries(value).flatMap(([name, item]) => {
    const place = join(section, name);
    if (isObject(item) && Object.keys(item).length > 0)
      return [{ name, place, value: item as JsonObject, isSecret }];
    const isEmpty = item === null || item === "" || isObject(item);
    report(place, isEmpty ? EMPTY_ENTRY : notAnObject(content, item));
    return [];
  });
}

function entryOf(
  kind: Kind,
  { name, place, value, isSecret }: Values & { name: string },
  report: Report,
): Entry {
  const { account, options, ...inputs } = value;
  const entry: Entry = { kind, name, place, inputs, options: {}, isSecret };
  const given = EntryExtras.account.safeParse(account);
  if (!given.success) report(join(place, "account"), INVALID_ACCOUNT);
  else if (given.data !== undefined) entry.account = given.data;
  const problems = validate(EntryExtras.options, options, "entry's options");
  for (const { property, reason } of problems)
    report(property === "" ? join(place, "options") : `${place}.options.${property}`, reason);
  // The others are checked as well: one run reports all problems.
  const invalid = problems.map(({ property }) => inputOf(property));
  const valid = Object.entries(isObject(options) ? options : {}).filter(([name]) => !invalid.includes(name));
  entry.options = EntryOptions.parse(Object.fromEntries(valid));
  return entry;
}

function checkSetting(name: SettingName, { shared }: StackConfig, report: Report): void {
  const { value = null } = shared.get(name) ?? {};
  // A setting that looks like a reference has a problem of its own.
  if (value === null || isUnknown(value) || String(value).includes("${")) return;
  const problem = settingProblem(name, value);
  if (problem !== undefined) report(`cloudplatform:${name}`, problem);
}

function checkAccount(name: string, values: Values, file: StackFile, report: Report): void {
  const { place, value } = values;
  checkValues({ values, schema: AccountSettings, thing: "account" }, file, report);
  if (value.apiKey === undefined || value.apiKey === null) report(place, noKey(name));
}

function checkEntry(entry: Entry, file: StackFile, report: Report): void {
  const { kind, name, place, inputs, isSecret, account, options } = entry;
  const { accounts } = file;
  const { inputs: schema, complete } = kind.handler;
  const hints = { logicalName: name, suffix: "0000000", before: {} };
  checkValues(
    {
      values: { place, value: inputs, isSecret },
      schema,
      thing: "resource",
      others: Object.keys(EntryExtras),
      complete: (known) => complete?.(known, hints) ?? known,
    },
    file,
    report,
  );
  checkOptions(entry, report);
  if (account !== undefined && options.provider !== undefined)
    report(`${place}.options.provider`, TWO_ACCOUNTS);
  for (const named of [account, options.provider])
    if (named !== undefined && !accounts.has(named))
      report(place, () => unknownAccount(named, nearest(named, accounts.keys())));
}

function checkOptions({ kind, place, options }: Entry, report: Report): void {
  const { type, identity } = kind.handler;
  const known = propertiesOf(kind);
  for (const list of PROPERTY_LISTS)
    options[list]?.forEach((path, index) => {
      const name = firstName(path);
      if (!known.includes(name) && name !== "*")
        report(`${place}.options.${list}[${index}]`, () => notAProperty(name, type, nearest(name, known)));
    });
  const id = options.import;
  if (identity === undefined || id === undefined || String(id).includes("${")) return;
  const parsed = parseParts(identity.id, String(id));
  if ("problem" in parsed) report(`${place}.options.import`, parsed.problem);
}

/** The property in a path of Pulumi, such as `routes[0].nexthop` or `["routes"]`. */
function firstName(path: string): string {
  const [, quoted, name = ""] = /^\["([^"]*)"\]|^([^.[]*)/.exec(path) ?? [];
  return quoted ?? name;
}

interface Checked {
  values: Values;
  schema: z.ZodType;
  /** What has the values, for messages. */
  thing: string;
  /** Further names of what has the values, for suggestions. */
  others?: string[];
  complete?: (known: JsonObject) => JsonObject;
}

/** Checks values. A reference is valid everywhere: its value is checked when the resource is declared. */
function checkValues(
  { values, schema, thing, others, complete = (known) => known }: Checked,
  { config }: StackFile,
  report: Report,
): void {
  const { place, value, isSecret } = values;
  const known = mapScalars<Json>(value, (scalar) => literalOf(scalar, isSecret), "") as JsonObject;
  // A stack file contains secrets only encrypted; a program gets their values.
  const hides = isSecret && config.isDecrypted;
  for (const { property, reason } of validate(schema, complete(known), thing, others))
    report(property === "" ? place : `${place}.${property}`, hides ? withoutDetails(reason) : reason);
}

/** A scalar; unknown if it is a text with references. */
function literalOf(scalar: Scalar, isSecret: boolean): Json {
  if (typeof scalar !== "string") return scalar;
  const template = templateOf(scalar, isSecret);
  return template && isLiteral(template) ? template.join("") : UNKNOWN;
}
