import { expect, test } from "@jest/globals";
import { nearest } from "../../../sdk/src/util/nearest";

const KNOWN = ["externalGatewayInfo", "routes", "routerId", "projectCountLimit", "routerCountLimit"];

test.each([
  ["external_gateway_info", "externalGatewayInfo"],
  ["exernalGatwayInfo", "externalGatewayInfo"],
  ["routs", "routes"],
  ["router_id", "routerId"],
  ["porjectCountLimit", "projectCountLimit"],
])("%s means %s", (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant);
});

test("the first of equally near names is meant, and long names are not compared", () => {
  expect(nearest("route", ["routs", "routes", "routa"])).toBe("routs");
  expect(nearest("a".repeat(201), ["a".repeat(200)])).toBeUndefined();
});

test.each(["color", "id", "status", "clientCountLimit", "projectCountUsage", ""])("%s means none", (name) => {
  expect(nearest(name, KNOWN)).toBeUndefined();
});
