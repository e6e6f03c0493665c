import { join } from "node:path";
import type { FunctionMock } from "../lifecycle/handler";
import { camelCase } from "../util/camel";
import { canonicalJson, type JsonObject } from "../util/json";
import { loadFrom } from "../util/modules";
import { valuesOf } from "./values";

type AnyMock = FunctionMock<JsonObject, object>;

/** The mocks of all functions, by name. */
export function functionMocks(): Map<string, AnyMock> {
  const mocks = loadFrom<{ mock: AnyMock }>(join(__dirname, "..", "functions"), "handler");
  return new Map([...mocks].map(([folder, { mock }]) => [camelCase(folder.replaceAll("-", "_")), mock]));
}

/** A result of a function. The arguments are valid: the function has checked them. */
export function mockResult(
  name: string,
  mock: AnyMock,
  args: JsonObject,
  result: (args: JsonObject) => object = () => ({}),
): Record<string, unknown> {
  return { ...mock(args, valuesOf(`${name} ${canonicalJson(args)}`)), ...result(args) };
}
