import { expect, test } from "@jest/globals";
import { camelCaseKeys, snakeCaseKeys } from "../../../sdk/src/util/camel";

const body = { network_id: "a_b", fixed_ips: [{ ip_address: "::1", enable_snat: null }] };
const inputs = { networkId: "a_b", fixedIps: [{ ipAddress: "::1", enableSnat: null }] };

test("keys are renamed at any depth, and values are unchanged", () => {
  expect(snakeCaseKeys(inputs)).toEqual(body);
  expect(camelCaseKeys(body)).toEqual(inputs);
});

test.each([undefined, null, "a_b", 1])("%p is unchanged", (value) => {
  expect(snakeCaseKeys(value)).toBe(value);
});
