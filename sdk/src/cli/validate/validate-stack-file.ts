import { containsUnknown, isUnknown, UNKNOWN } from "../../lifecycle/inputs/validate";
import { type ConfigValue, parsedValue, stackConfig } from "../../stack/config";
import type { StackFile } from "../../stack/entries";
import { NOT_A_STACK_FILE, PLAIN_KEY } from "../../stack/errors";
import { loadKinds } from "../../stack/kinds";
import { readStackFile } from "../../stack/stack-file";
import { isObject, type Json, type JsonObject } from "../../util/json";
import { parseYaml } from "../yaml";

export interface ValidatedStackFile {
  problems: string[];
  /** What is valid, and unwise. */
  warnings: string[];
  /** For each kind that the file declares, the number of entries. */
  kinds: Map<string, number | "encrypted">;
}

/** The project of a stack file, as `Pulumi.yaml` describes it. */
export interface StackFileProject {
  name: string;
  /** The configuration that all its stacks have. */
  config: JsonObject;
}

/**
 * Checks the text of a stack file, `Pulumi.<stack>.yaml`. Encrypted values are valid everywhere, and with an environment of
 * Pulumi ESC also configuration that is not in the file. Throws if the text cannot be parsed.
 */
export function validateStackFile(
  text: string,
  { project, file }: { project: StackFileProject; file: string },
): ValidatedStackFile {
  const content = parseYaml(text, file) ?? {};
  const config = isObject(content) ? (content.config ?? {}) : undefined;
  if (!isObject(config)) return { problems: [NOT_A_STACK_FILE], warnings: [], kinds: new Map() };
  const values = [...projectValues(project.config), ...fileValues(config as JsonObject)];
  const isComplete = !isObject(content) || content.environment === undefined;
  const known = loadKinds();
  const { file: read, problems } = readStackFile(
    stackConfig(project.name, values, { isComplete, isDecrypted: false }),
    known,
  );
  const isPlain = isKeyInClearText(config as JsonObject);
  return {
    problems,
    warnings: isPlain ? [`cloudplatform:apiKey ${PLAIN_KEY}`] : [],
    kinds: declaredKinds(read, known.keys()),
  };
}

function isKeyInClearText({ "cloudplatform:apiKey": key = null }: JsonObject): boolean {
  return key !== null && key !== "" && !isUnknown(withoutSecrets(key));
}

type NamedValue = readonly [key: string, value: ConfigValue];

function fileValues(config: JsonObject): NamedValue[] {
  return Object.entries(config).map(([key, item]) => {
    const value = withoutSecrets(fileValue(item));
    return [key, { value, isSecret: containsUnknown(value) }];
  });
}

/** A value of a stack file as a program gets it. The CLI warns of a key without a value, and passes an empty text. */
export function fileValue(value: Json): Json {
  if (value === null) return "";
  return typeof value === "object" ? value : parsedValue(String(value));
}

/** A value of `Pulumi.yaml` is a scalar, or an object with a value or a default. */
function projectValues(config: JsonObject): NamedValue[] {
  return Object.entries(config).flatMap(([key, item]): NamedValue[] => {
    const given = isObject(item) ? (item as JsonObject) : { value: item };
    const value = given.value ?? given.default;
    const isSecret = given.secret === true;
    if (value === undefined) return [];
    return [[key, { value: isSecret ? UNKNOWN : fileValue(value), isSecret }]];
  });
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
