import { expect, test } from "@jest/globals";
import { handlerLoaders } from "../../../sdk/src/resources/handlers";
import { RESOURCES } from "../../support/resource-fixtures";

test("the register has the handler of each folder, by the name of the class", () => {
  const registered = [...handlerLoaders].map(([type, load]) => [type, load()]);
  expect(registered).toEqual(RESOURCES.map(({ handler }) => [handler.type, handler]));
});
