import type { JavaScriptValue, Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import type { CheckFailure } from "../../errors/inputs";
import type { ResourceState } from "../../provider/state";
import { Struct } from "../../pulumi/internals/protocol";
import { providerText } from "../../pulumi/names";
import { containsSecret, encodedSecret, revealed } from "../../pulumi/secret-values";
import { snakeCase } from "../../util/camel";
import type { JsonObject } from "../../util/json";
import { storedState } from "../stored";

/** The name at the beginning of a reason, where the engine does not print the property. */
const NAME = /^[a-z][\w.[\]]*(?= )/;

/** Failures of inputs with the name in Python, where it differs. The other languages have nearly the names of the schema. */
export function withPythonNames<F extends CheckFailure>(failures: readonly F[]): F[] {
  return failures.map((failure) => {
    const { property, reason } = failure;
    const inPython = (name: string) => (snakeCase(name) === name ? "" : ` (in Python: ${snakeCase(name)})`);
    if (property === "") return { ...failure, reason: reason.replace(NAME, (name) => name + inPython(name)) };
    return { ...failure, reason: reason + inPython(property) };
  });
}

/** Properties from the engine: their values, and the names of those that are secret or contain a secret. */
export interface Received {
  values: JsonObject;
  secret: string[];
}

export function received(struct: StructMessage | undefined): Received {
  const sent = (struct?.toJavaScript() ?? {}) as JsonObject;
  const values = revealed(sent);
  const secret = Object.keys(sent).filter((name) => containsSecret(sent[name]));
  return { values, secret };
}

/** Properties for the engine. Those with the names are secret. */
export function struct(values: JsonObject, secret: readonly string[] = []): StructMessage {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    secret.includes(name) ? encodedSecret(value) : value,
  ]);
  return Struct.fromJavaScript(Object.fromEntries(entries) as Record<string, JavaScriptValue>);
}

/** Inputs as a state has them. */
export function storedInputs(type: string, inputs: JsonObject, secret?: readonly string[]): StructMessage {
  return struct({ ...inputs, __provider: providerText(type) }, secret);
}

/** A state as TypeScript programs store it, without timeouts, which the engine keeps. */
export function storedStruct(type: string, { timeouts: _, ...state }: ResourceState): StructMessage {
  return storedInputs(type, storedState(state), state.secret);
}
