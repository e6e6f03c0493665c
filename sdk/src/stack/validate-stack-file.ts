import { createRequire } from "node:module";
import { NOT_A_STACK_FILE, notYaml } from "../errors/stack";
import { isObject, type Json } from "../util/json";
import { UNKNOWN } from "../validation/unknown";
import { stackConfig } from "./config";
import { loadKinds } from "./kinds";
import { readStackFile } from "./stack-file";

/**
 * The problems of a stack file, `Pulumi.<stack>.yaml`, as its text or its content. Encrypted values are valid everywhere,
 * and so are references to configuration, which may have other sources.
 */
export function validateStackFile(file: string | object, { project }: { project: string }): string[] {
  let content: unknown = file;
  try {
    if (typeof file === "string") content = parseYaml(file) ?? {};
  } catch (error) {
    return [notYaml((error as Error).message.split("\n")[0] as string)];
  }
  const config = isObject(content) ? (content.config ?? {}) : undefined;
  if (!isObject(config)) return [NOT_A_STACK_FILE];
  const values = Object.entries(config).map(
    ([key, value]) => [key, { value: withoutSecrets(value as Json), isSecret: false }] as const,
  );
  return readStackFile(stackConfig(project, values, "some"), loadKinds()).problems;
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
