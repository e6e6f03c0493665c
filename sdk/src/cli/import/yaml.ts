import { kindName } from "../../stack/kinds";
import { isObject, type Json, type JsonObject } from "../../util/json";
import type { Declaration, Options } from "./declaration";
import { quoted } from "./quoted";

/** The entries of a stack file that declare the resources. */
export function yamlEntries(
  declarations: readonly Declaration[],
  namespaceOf: (kind: string) => string,
  { provider }: Options = {},
): string {
  const entries = declarations.map(({ type, name, inputs }) => {
    const entry = { ...(provider !== undefined && { account: provider }), ...inputs };
    return { kind: kindName(type), name, entry };
  });
  const kinds = [...new Set(entries.map(({ kind }) => kind))].map((kind) => {
    const named = entries.filter((one) => one.kind === kind).map(({ name, entry }) => [name, entry]);
    return [`${namespaceOf(kind)}:${kind}`, Object.fromEntries(named)];
  });
  return block({ config: Object.fromEntries(kinds) }, "").join("\n");
}

function block(value: JsonObject, indent: string): string[] {
  return Object.entries(value).flatMap(([key, item]) => property(key, item, indent));
}

function property(key: string, value: Json, indent: string): string[] {
  const name = `${indent}${keyText(key)}:`;
  if (Array.isArray(value) && value.length > 0)
    return [name, ...value.flatMap((item) => listItem(item, `${indent}  `))];
  if (isObject(value) && Object.keys(value).length > 0)
    return [name, ...block(value as JsonObject, `${indent}  `)];
  return [`${name} ${scalar(value)}`];
}

function listItem(value: Json, indent: string): string[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [`${indent}- ${scalar(value)}`];
  const [first = "", ...others] = block(value as JsonObject, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...others];
}

/** A text is always quoted, so that YAML reads no number or other type. A stack file has references in `${`. */
function scalar(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return string(value).replace(/\$(?=\{)/g, () => "$$");
}

/** Other keys are quoted, as YAML would read them as numbers or as other types. */
function keyText(key: string): string {
  return /^[a-zA-Z][\w.:-]*$/.test(key) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(key)
    ? key
    : string(key);
}

function string(text: string): string {
  return quoted(text, (hex) => `\\U${hex.padStart(8, "0")}`);
}
