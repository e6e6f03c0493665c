import { expect, test } from "@jest/globals";
import { nearest } from "../../../sdk/src/util/nearest";

const KNOWN = ["externalGatewayInfo", "routes", "routerId", "projectCountLimit", "routerCountLimit"];

test.each([
  ["external_gateway_info", "externalGatewayInfo"],
  ["externalGatewayinfo", "externalGatewayInfo"],
  ["exernalGatwayInfo", "externalGatewayInfo"],
  ["routs", "routes"],
  ["ruotes", "routes"],
  ["router_id", "routerId"],
  ["porjectCountLimit", "projectCountLimit"],
])("%s means %s", (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant);
});

test.each(["color", "id", "status", "clientCountLimit", "projectCountUsage", ""])("%s means none", (name) => {
  expect(nearest(name, KNOWN)).toBeUndefined();
});
