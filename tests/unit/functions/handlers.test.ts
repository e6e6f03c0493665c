import { expect, test } from "@jest/globals";
import { handlerLoaders } from "../../../sdk/src/functions/handlers";
import { foldersOf, handlerOf } from "../../support/folders";

test("the register has the handler of each folder, by the name of the function", () => {
  const registered = [...handlerLoaders].map(([name, load]) => [name, load()]);
  const nameOf = (folder: string) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(registered).toEqual(
    foldersOf("functions").map((folder) => [nameOf(folder), handlerOf("functions", folder)]),
  );
});
