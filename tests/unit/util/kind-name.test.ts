import { expect, test } from "@jest/globals";
import { kindName } from "../../../sdk/src/util/kind-name";

test.each([
  ["Gateway", "gateways"],
  ["Switch", "switches"],
  ["Mesh", "meshes"],
  ["Address", "addresses"],
  ["ForceRetry", "forceRetries"],
  ["Settings", "settings"],
])("%s is %s", (type, name) => {
  expect(kindName(type)).toBe(name);
});
