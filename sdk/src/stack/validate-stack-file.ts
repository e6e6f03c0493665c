import { createRequire } from "node:module";
import { NOT_A_STACK_FILE, notYaml } from "../errors/stack";
import { isUnknown, UNKNOWN } from "../lifecycle/inputs/unknown";
import { isObject, type Json } from "../util/json";
import { stackConfig } from "./config";
import type { StackFile } from "./entries";
import { loadKinds } from "./kinds";
import { readStackFile } from "./stack-file";

export interface ValidatedStackFile {
  problems: string[];
  /** For each kind that the file declares, the number of entries. */
  kinds: Map<string, number | "encrypted">;
}

/**
 * Checks a stack file, `Pulumi.<stack>.yaml`, as its text or its content. Encrypted values are valid everywhere, and so are
 * references to configuration, which may have other sources.
 */
export function validateStackFile(
  file: string | object,
  { project }: { project: string },
): ValidatedStackFile {
  let content: unknown = file;
  try {
    if (typeof file === "string") content = parseYaml(file) ?? {};
  } catch (error) {
    return unreadable(notYaml((error as Error).message.split("\n")[0] as string));
  }
  const config = isObject(content) ? (content.config ?? {}) : undefined;
  if (!isObject(config)) return unreadable(NOT_A_STACK_FILE);
  const values = Object.entries(config).map(
    ([key, value]) => [key, { value: withoutSecrets(value as Json), isSecret: false }] as const,
  );
  const known = loadKinds();
  const { file: read, problems } = readStackFile(stackConfig(project, values, "some"), known);
  return { problems, kinds: declaredKinds(read, known.keys()) };
}

function unreadable(problem: string): ValidatedStackFile {
  return { problems: [problem], kinds: new Map() };
}

function declaredKinds({ entries, config }: StackFile, known: Iterable<string>): ValidatedStackFile["kinds"] {
  const kinds: ValidatedStackFile["kinds"] = new Map();
  for (const kind of known) {
    const section = config.shared.get(kind) ?? config.own.get(kind);
    const count = [...entries.values()].filter((entry) => entry.kind.name === kind).length;
    if (isUnknown(section?.value)) kinds.set(kind, "encrypted");
    else if (count > 0) kinds.set(kind, count);
  }
  return kinds;
}

function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  if (typeof value.secure === "string" && Object.keys(value).length === 1) return UNKNOWN;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSecrets(item)]));
}

/** The part of js-yaml that is used here. */
interface Yaml {
  load(text: string, options: { schema: unknown }): unknown;
  CORE_SCHEMA: { extend(types: { implicit: unknown[] }): unknown };
  Type: new (tag: string, options: object) => unknown;
}

/** Parses with the YAML parser of Pulumi's SDK, so that this package needs no other one. */
function parseYaml(text: string): unknown {
  const { load, CORE_SCHEMA, Type } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml") as Yaml;
  // An integer that JavaScript would round becomes a text, as in the configuration that programs get.
  const integer = new Type("tag:yaml.org,2002:int", {
    kind: "scalar",
    resolve: (digits: string | null) => /^[-+]?\d+$/.test(digits ?? ""),
    construct: (digits: string) => (Number.isSafeInteger(Number(digits)) ? Number(digits) : digits),
  });
  return load(text, { schema: CORE_SCHEMA.extend({ implicit: [integer] }) });
}
