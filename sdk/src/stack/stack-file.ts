import type { z } from "zod";
import {
  EMPTY_ENTRY,
  INVALID_ACCOUNT,
  noKey,
  notAnObject,
  TWO_ACCOUNTS,
  twoNamespaces,
  unknownAccount,
  unknownSection,
} from "../errors/stack";
import { withoutDetails } from "../lifecycle/inputs/failure";
import { isUnknown, UNKNOWN } from "../lifecycle/inputs/unknown";
import { validate } from "../lifecycle/inputs/validate";
import { SETTING_NAMES } from "../platform/settings";
import { isObject, type Json, type JsonObject } from "../util/json";
import { nearest } from "../util/nearest";
import type { ConfigValue, StackConfig } from "./config";
import type { Entry, Report, StackFile, Values } from "./entries";
import type { Kind } from "./kinds";
import { AccountSettings, EntryExtras, EntryOptions } from "./options";
import { ReferenceCheck } from "./references";
import { isLiteral, join, mapScalars, parseTemplate, type Scalar } from "./template";

/** Reads and checks the whole stack file, without Pulumi's engine. Each problem begins with its place. */
export function readStackFile(
  config: StackConfig,
  kinds: ReadonlyMap<string, Kind>,
): { file: StackFile; problems: string[] } {
  const problems: string[] = [];
  const report: Report = (place, sentence) => void problems.push(`${place} ${sentence}`);
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
  for (const [name, values] of file.accounts) checkAccount(name, values, report);
  for (const entry of entries) checkEntry(entry, file, report);
  new ReferenceCheck(file, kinds, report).run();
  return { file, problems };
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
      report(`cloudplatform:${name}`, unknownSection(nearest(name, known), [...kinds.keys()]));
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
  if (isObject(value)) return { place: name, value: value as JsonObject, isSecret };
  const isEmpty = value === null || value === "" || isUnknown(value);
  if (!isEmpty) report(name, notAnObject(content, typeName(value)));
  return { place: name, value: {}, isSecret };
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
    report(place, isEmpty ? EMPTY_ENTRY : notAnObject(content, typeName(item)));
    return [];
  });
}

function typeName(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  return `a ${typeof value}`;
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
  if (problems.length === 0 && options !== undefined) entry.options = EntryOptions.parse(options);
  return entry;
}

function checkAccount(name: string, { place, value, isSecret }: Values, report: Report): void {
  reportAll(AccountSettings, value, { place, isSecret, thing: "account" }, report);
  if (value.apiKey === undefined || value.apiKey === null) report(place, noKey(name));
}

function checkEntry(entry: Entry, { accounts }: StackFile, report: Report): void {
  const { kind, name, place, inputs, isSecret, account, options } = entry;
  const known = withoutReferences(inputs);
  const hints = { logicalName: name, suffix: "0000000", before: {} };
  const complete = kind.handler.complete?.(known, hints) ?? known;
  reportAll(kind.handler.inputs, complete, { place, isSecret, thing: "resource" }, report);
  if (account !== undefined && options.provider !== undefined)
    report(`${place}.options.provider`, TWO_ACCOUNTS);
  for (const named of [account, options.provider])
    if (named !== undefined && !accounts.has(named))
      report(place, unknownAccount(named, nearest(named, accounts.keys())));
}

/** References are unknown values, which are valid everywhere. */
function withoutReferences(inputs: JsonObject): JsonObject {
  const known = (scalar: Scalar) => {
    if (typeof scalar !== "string") return scalar;
    const template = parseTemplate(scalar);
    return template && isLiteral(template) ? template.join("") : UNKNOWN;
  };
  return mapScalars<Json>(inputs, known, "") as JsonObject;
}

function reportAll(
  schema: z.ZodType,
  value: JsonObject,
  { place, isSecret, thing }: { place: string; isSecret: boolean; thing: string },
  report: Report,
): void {
  for (const { property, reason } of validate(schema, value, thing)) {
    const sentence = isSecret ? withoutDetails(reason) : reason;
    report(property === "" ? place : `${place}.${property}`, sentence);
  }
}
