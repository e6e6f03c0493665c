import { describe, expect, test } from "@jest/globals";
import { resourceNames, variableNames } from "../../../../sdk/src/cli/import/names";

describe("names", () => {
  test("of resources are unique, and without characters that Pulumi interprets", () => {
    const names = resourceNames(["edge", "edge", "a::b c", "", "taken"], undefined, ["taken"]);
    expect(names).toEqual(["edge", "edge-2", "a-b-c", "object", "taken-2"]);
    expect(resourceNames(["edge"], "prod", [])).toEqual(["prod-edge"]);
  });

  test("of variables are unique identifiers", () => {
    expect(variableNames(["group-7-12", "group-71-2", "edge"], ["edge"])).toEqual([
      "group7_12",
      "group71_2",
      "edge2",
    ]);
    const names = ["edge-router", "edge router", "1st", "new", "Core", "ünï", "cloudplatform"];
    expect(variableNames(names)).toEqual([
      ...["edgeRouter", "edgeRouter2", "resource1st", "new2", "core", "n", "cloudplatform2"],
    ]);
  });

  test("of variables are neither keywords nor variables that a module and Node.js have", () => {
    const names = ["require", "exports", "module", "process", "console", "await"];
    expect(variableNames(names)).toEqual(names.map((name) => `${name}2`));
  });
});
