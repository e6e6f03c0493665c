import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { EXISTING } from "../errors/existing";
import type { AnyHandler, ResourceMock } from "../lifecycle/handler";
import { parseIdentity } from "../lifecycle/identity";
import { checkInputs } from "../pulumi/process/resource-check";
import { type SplitProperties, split } from "../pulumi/process/state";
import { InvalidArguments } from "../pulumi/program/errors";
import { foldersIn } from "../resources/handlers";
import { isObject, type JsonObject } from "../util/json";
import type { MockedResource } from "./options";
import { valuesOf } from "./values";

/** What is known of one class of resources. */
interface Kind {
  handler: AnyHandler;
  mock: ResourceMock<JsonObject, JsonObject>;
}

/** The kinds of all resources, by the name of their class. */
export function resourceKinds(): Map<string, Kind> {
  const directory = join(__dirname, "..", "resources");
  const kinds = foldersIn(directory).map((folder) => require(join(directory, folder, "handler")) as Kind);
  return new Map(kinds.map((kind) => [kind.handler.type, kind]));
}

/** A resource as the provider would return it. Throws if the preview would fail. */
export function mockResource(
  { handler, mock }: Kind,
  { name, id, inputs }: pulumi.runtime.MockResourceArgs,
  outputs: (resource: MockedResource) => object = () => ({}),
): pulumi.runtime.MockResourceResult {
  const declared = split(plain(inputs) as JsonObject);
  const { own, hidden } = declared;
  const importId = hidden.__get ? id : hidden.__import;
  const checked = hidden.__get ? own : validInputs(handler, name, declared);
  const existing = importId === undefined ? {} : existingProperties(handler, importId, checked);
  // The preview of a creation knows only the inputs.
  if (pulumi.runtime.isDryRun() && importId === undefined)
    return { id: undefined, state: withSecrets(checked, hidden.__secret) };
  const mocked = mock({ ...checked, ...existing }, valuesOf(hidden.__urn ?? name));
  const state = { ...mocked.state, ...outputs({ name, id: importId, inputs: checked }) };
  return { id: importId ?? mocked.id, state: withSecrets(state, hidden.__secret) };
}

/** The inputs with the defaults that the package adds. Throws all failures at once. */
function validInputs(handler: AnyHandler, name: string, { own, hidden }: SplitProperties): JsonObject {
  const { inputs, failures } = checkInputs(handler, {}, own, hidden);
  if (failures.length > 0) throw new InvalidArguments(`${handler.type} "${name}"`, failures);
  return inputs;
}

/** The properties that the id of an existing object contains. */
function existingProperties({ type, identity }: AnyHandler, id: string, declared: JsonObject): JsonObject {
  if (identity === undefined) throw EXISTING.unreadable.error({ type, id });
  const parsed = parseIdentity(identity, id, declared);
  if ("problem" in parsed) throw EXISTING.invalidId.error({ type, id, problem: parsed.problem });
  return parsed.state;
}

/** Like the engine, which marks an output as secret if the input of the same name is secret. */
function withSecrets(state: object, secret: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      secret.includes(name) ? pulumi.secret(value) : value,
    ]),
  );
}

/** The inputs as the provider gets them: without the marks of secrets, and with texts for unknown values. */
function plain(value: unknown): unknown {
  if (pulumi.isUnknown(value)) return pulumi.runtime.unknownValue;
  if (pulumi.runtime.isRpcSecret(value)) return plain(pulumi.runtime.unwrapRpcSecret(value));
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(known.map(([name, inner]) => [name, plain(inner)]));
}
