import * as pulumi from "@pulumi/pulumi";
import { isObject, type Json, parseJson } from "../util/json";
import { checkSize } from "./limits";

/** A value of the stack's configuration. Pulumi knows only for the whole value whether it contains a secret. */
export interface ConfigValue {
  value: Json;
  isSecret: boolean;
}

/** The stack's configuration, without the namespaces of other packages. */
export interface StackConfig extends ConfigSource {
  /** The name of the project, which is its namespace. */
  project: string;
  /** Values of the namespace `cloudplatform`. */
  shared: ReadonlyMap<string, ConfigValue>;
  /** Values of the project's namespace. */
  own: ReadonlyMap<string, ConfigValue>;
}

/** Where configuration is read: a program gets all values; in files, secrets are encrypted, and values may be missing. */
export interface ConfigSource {
  isComplete: boolean;
  isDecrypted: boolean;
}

/** The configuration of the stack that runs this program. Throws if a value is too deep or too large. */
export function runtimeConfig(): StackConfig {
  const values = Object.entries(pulumi.runtime.allConfig()).map(([key, text]): [string, ConfigValue] => [
    key,
    { value: parsedValue(text), isSecret: isSecret(key) },
  ]);
  const config = stackConfig(pulumi.getProject(), values, { isComplete: true, isDecrypted: true });
  for (const [key, { value }] of [...config.shared, ...config.own])
    checkSize(value, `the configuration "${key}"`);
  return config;
}

/** A key without a namespace belongs to the project. Of two values of a key, the later one counts. */
export function stackConfig(
  project: string,
  values: ReadonlyArray<readonly [string, ConfigValue]>,
  source: ConfigSource,
): StackConfig {
  const inNamespace = (namespace: string, bare: boolean) =>
    new Map(
      values.flatMap(([key, value]) => {
        if (!key.includes(":")) return bare ? [[key, value] as const] : [];
        return key.startsWith(`${namespace}:`) ? [[key.slice(namespace.length + 1), value] as const] : [];
      }),
    );
  return { project, shared: inNamespace("cloudplatform", false), own: inNamespace(project, true), ...source };
}

/** Pulumi passes every value as a text: a list or an object as JSON. Texts that only resemble a number stay texts. */
export function parsedValue(text: string): Json {
  const value = parseJson(text) as Json | undefined;
  if (Array.isArray(value) || isObject(value) || typeof value === "boolean") return value;
  return typeof value === "number" && String(value) === text ? value : text;
}

/** Pulumi's types do not have this function; `pulumi.Config` warns where a program asks for a secret without it. */
function isSecret(key: string): boolean {
  return (pulumi.runtime as unknown as { isConfigSecret(key: string): boolean }).isConfigSecret(key);
}
