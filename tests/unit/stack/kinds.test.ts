import { expect, test } from "@jest/globals";
import { kindName } from "../../../sdk/src/stack/kinds";

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
