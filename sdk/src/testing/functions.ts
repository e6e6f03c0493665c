import { join } from "node:path";
import type { FunctionMock } from "../lifecycle/handler";
import { foldersIn } from "../resources/handlers";
import { camelCase } from "../util/camel";
import { canonicalJson, type JsonObject } from "../util/json";
import { valuesOf } from "./values";

type AnyMock = FunctionMock<JsonObject, object>;

/** The mocks of all functions, by name. */
export function functionMocks(): Map<string, AnyMock> {
  const directory = join(__dirname, "..", "functions");
  const mocks = foldersIn(directory).map((folder): [string, AnyMock] => {
    const { mock } = require(join(directory, folder, "handler")) as { mock: AnyMock };
    return [camelCase(folder.replaceAll("-", "_")), mock];
  });
  return new Map(mocks);
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
