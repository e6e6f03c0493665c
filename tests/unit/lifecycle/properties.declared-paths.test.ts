import { describe, expect, test } from "@jest/globals";
import { type AnyProperties, declaredPaths, uniquePaths } from "../../../sdk/src/lifecycle/properties";
import type { JsonObject } from "../../../sdk/src/util/json";

const properties: AnyProperties = {
  id: { replaces: true },
  name: { optional: true },
  size: { optional: true },
  gateway: { optional: true, nested: { mode: {} } },
  list: { optional: true, nested: { address: {} } },
  ifExists: { optional: true, transient: true },
};

describe("the declared paths", () => {
  test.each<[JsonObject, string[]]>([
    [{}, []],
    [{ other: 1 }, []],
    [{ id: 1, ifExists: "adopt" }, []],
    [{ name: "x" }, ["name"]],
    [{ size: 0, name: "x" }, ["name", "size"]],
    [{ size: false }, ["size"]],
    [{ gateway: null }, ["gateway"]],
    [{ gateway: {} }, ["gateway"]],
    [{ gateway: { mode: "a" } }, ["gateway", "gateway.mode"]],
    [{ gateway: { mode: null } }, ["gateway", "gateway.mode"]],
    [{ list: [] }, ["list"]],
    [{ list: [{}] }, ["list"]],
    [{ list: [{ address: "a" }] }, ["list", "list[0].address"]],
    [{ list: [{}, { address: "a" }, {}, { address: null }] }, ["list", "list[1].address", "list[3].address"]],
    [{ gateway: "not known yet", list: "not known yet" }, ["gateway", "list"]],
  ])("of %j are %j", (inputs, paths) => {
    expect(declaredPaths(inputs, properties)).toEqual(paths);
  });

  test("of two runs are merged, in one order", () => {
    expect(uniquePaths(["name", "gateway"], ["list", "name"])).toEqual(["gateway", "list", "name"]);
    expect(uniquePaths(undefined, [])).toEqual([]);
  });
});
