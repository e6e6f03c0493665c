import { containsUnknown, isUnknown, UNKNOWN } from "../lifecycle/inputs/validate";
import { isObject, type Json } from "../util/json";
import { fileValue, stackConfig } from "./config";
import type { StackFile } from "./entries";
import { NOT_A_STACK_FILE } from "./errors";
import { loadKinds } from "./kinds";
import { readStackFile } from "./stack-file";
import { parseYaml } from "./yaml";

export interface ValidatedStackFile {
  problems: string[];
  /** For each kind that the file declares, the number of entries. */
  kinds: Map<string, number | "encrypted">;
}

/**
 * Checks the text of a stack file, `Pulumi.<stack>.yaml`. Encrypted values are valid everywhere, and so are references to
 * configuration, which may have other sources. Throws if the text cannot be parsed.
 */
export function validateStackFile(
  text: string,
  { project, file }: { project: string; file: string },
): ValidatedStackFile {
  const content = parseYaml(text, file) ?? {};
  const config = isObject(content) ? (content.config ?? {}) : undefined;
  if (!isObject(config)) return { problems: [NOT_A_STACK_FILE], kinds: new Map() };
  const values = Object.entries(config).map(([key, item]) => {
    const value = withoutSecrets(fileValue(item as Json));
    return [key, { value, isSecret: containsUnknown(value) }] as const;
  });
  const known = loadKinds();
  const { file: read, problems } = readStackFile(stackConfig(project, values, "some"), known);
  return { problems, kinds: declaredKinds(read, known.keys()) };
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
