import { expect, test } from "@jest/globals";
import { kindName, loadKinds } from "../../../sdk/src/stack/kinds";
import { EntryExtras } from "../../../sdk/src/stack/options";
import { RESOURCES } from "../../support/resource-fixtures";

test.each([
  ["Gateway", "gateways"],
  ["Switch", "switches"],
  ["Mesh", "meshes"],
  ["Address", "addresses"],
  ["ForceRetry", "forceRetries"],
  ["Settings", "settings"],
])("the kind of %s is %s", (type, name) => {
  expect(kindName(type)).toBe(name);
});

test("the kinds are those that existing stack files contain", () => {
  const kinds = [...loadKinds().values()].map(({ name, handler }) => [handler.type, name]);
  expect(kinds).toEqual(RESOURCES.map(({ name, state }) => [name, state.kind]));
});

test.each([...loadKinds().values()])(
  "$name have outputs, and no property that entries use for something else",
  ({ handler, Resource }) => {
    expect(Resource.__outputs).toEqual(expect.arrayContaining([expect.any(String)]));
    const properties = Object.keys(handler.properties);
    expect(Object.keys(EntryExtras).filter((name) => properties.includes(name))).toEqual([]);
  },
);
