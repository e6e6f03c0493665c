import { expect, test } from "@jest/globals";
import { nameOf } from "../../../sdk/src/pulumi/names";

test("the name of a resource may contain colons", () => {
  const urn = "urn:pulumi:dev::demo::my:Office$pulumi-nodejs:dynamic/cloudplatform:Router";
  expect(["edge", "a::b", "::"].map((name) => nameOf(`${urn}::${name}`))).toEqual(["edge", "a::b", "::"]);
});
