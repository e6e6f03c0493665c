import { describe, expect, test } from "@jest/globals";
import { resourceName, variableName } from "../../../../sdk/src/cli/import/names";

describe("names", () => {
  test.each([
    ["edge", undefined, "edge"],
    ["taken", undefined, "taken-3"],
    ["a::b c", undefined, "a-b-c"],
    ["", undefined, "object"],
    ["edge", "prod", "prod-edge"],
  ])("the resource of %j with the prefix %s is %s", (objectName, prefix, name) => {
    expect(resourceName(objectName, prefix, ["taken", "taken-2"])).toBe(name);
  });

  test.each([
    ["edge-router", "edgeRouter"],
    ["edge router-7", "edgeRouter7"],
    ["1st", "resource1st"],
    ["Core", "core"],
    ["ünï", "n"],
    ["::", "resource"],
  ])("the variable of %j is %s", (name, variable) => {
    expect(variableName(name)).toBe(variable);
  });
});
