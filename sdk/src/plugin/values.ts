import type { JavaScriptValue, Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { Struct } from "../pulumi/internals/protocol";
import { isObject, type Json, type JsonObject } from "../util/json";

/** The engine sends a secret value as an object with this property. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Properties from the engine: their values, and the names of those that are secret or contain a secret. */
export interface Received {
  values: JsonObject;
  secret: string[];
}

export function received(struct: StructMessage | undefined): Received {
  const sent = (struct?.toJavaScript() ?? {}) as JsonObject;
  const values = revealed(sent) as JsonObject;
  const secret = Object.keys(sent).filter((name) => containsSecret(sent[name]));
  return { values, secret };
}

/** Properties for the engine. Those with the names are secret. */
export function struct(values: JsonObject, secret: readonly string[] = []): StructMessage {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    secret.includes(name) ? { [SIGNATURE]: SECRET, value } : value,
  ]);
  return Struct.fromJavaScript(Object.fromEntries(entries) as Record<string, JavaScriptValue>);
}

/** Inputs or outputs for the state, as TypeScript programs store them. */
export function stored({ __timeouts, __urn, ...values }: JsonObject, secret = values.__secret) {
  return struct(values, (secret ?? []) as string[]);
}

function isSecret(value: unknown): value is { value: Json } {
  return isObject(value) && value[SIGNATURE] === SECRET;
}

function containsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsSecret);
  return isSecret(value) || (isObject(value) && Object.values(value).some(containsSecret));
}

function revealed(value: Json): Json {
  if (Array.isArray(value)) return value.map(revealed);
  if (isSecret(value)) return revealed(value.value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revealed(inner as Json)]));
}
