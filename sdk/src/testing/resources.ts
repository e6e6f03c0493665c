import * as pulumi from "@pulumi/pulumi";
import { InvalidArguments } from "../doors/dynamic/program/errors";
import { factsIn, split } from "../doors/stored";
import { EXISTING } from "../errors/existing";
import { parseIdentity } from "../operation/identity";
import { containsUnknown } from "../operation/inputs/validate";
import type { AnyResource } from "../operation/resource";
import { readConfiguration } from "../platform/configuration";
import { ConfigurationError } from "../platform/settings";
import { checkInputs } from "../provider/check";
import type { ResourceFacts } from "../provider/state";
import { isObject, type JsonObject } from "../util/json";
import { RESOURCE_MOCKS } from "./mocks-of-resources";
import type { Classes, MockedResource } from "./options";
import { type MockValues, valuesOf } from "./values";

type ResourceMock = (known: never, values: MockValues) => { id: string; state: object };

/** A resource as the provider would return it. Throws if the preview would fail. */
export function mockResource(
  handler: AnyResource,
  { name, id, inputs }: pulumi.runtime.MockResourceArgs,
  outputs: (resource: MockedResource) => object = () => ({}),
): pulumi.runtime.MockResourceResult {
  const { own, hidden } = split(plain(inputs) as JsonObject);
  const importId = hidden.__get ? id : hidden.__import;
  const checked = hidden.__get ? own : validInputs(handler, name, own, factsIn(hidden));
  const existing = importId === undefined ? {} : existingProperties(handler, importId, checked);
  // The preview of a creation knows only the inputs.
  if (pulumi.runtime.isDryRun() && importId === undefined)
    return { id: undefined, state: withSecrets(checked, hidden.__secret) };
  const mock = RESOURCE_MOCKS[handler.type as keyof Classes] as ResourceMock;
  const mocked = mock({ ...checked, ...existing } as never, valuesOf(hidden.__urn ?? name));
  const state = { ...mocked.state, ...outputs({ name, id: importId, inputs: checked }) };
  return { id: importId ?? mocked.id, state: withSecrets(state, hidden.__secret) };
}

/** What a test need not set: no request is sent. */
const STAND_INS: Record<string, string> = {
  "cloudplatform:apiKey": "the-key-of-a-test",
  "cloudplatform:baseUrl": "https://api.example.com",
};

/** Throws all problems of the settings of a Provider that are known. */
export function checkSettings({ name, inputs }: pulumi.runtime.MockResourceArgs): void {
  const settings = plain(inputs) as JsonObject;
  const known = Object.entries(settings).filter(([, value]) => !containsUnknown(value));
  const source = new Map(known.map(([key, value]) => [key, String(value)]));
  try {
    readConfiguration({ get: (key) => source.get(key) ?? STAND_INS[key] }, {});
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const failures = error.problems.map(({ setting = "", error: { message } }) => ({
      property: setting.replace("cloudplatform:", ""),
      reason: message,
    }));
    throw new InvalidArguments(`Provider "${name}"`, failures);
  }
}

/** The inputs with the defaults that the package adds. Throws all failures at once. */
function validInputs(
  handler: AnyResource,
  name: string,
  declared: JsonObject,
  facts: ResourceFacts,
): JsonObject {
  const { inputs, failures } = checkInputs(handler, {}, declared, facts);
  if (failures.length > 0) throw new InvalidArguments(`${handler.type} "${name}"`, failures);
  return inputs;
}

/** The properties that the id of an existing object contains. */
function existingProperties({ type, identity }: AnyResource, id: string, declared: JsonObject): JsonObject {
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
