import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { validInputs } from "../../../support/arbitrary-inputs";
import { LARGEST_ID } from "../../../support/ids";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

const largest = BigInt(LARGEST_ID);

const validId = fc.oneof(
  fc.integer({ min: 1 }),
  fc.maxSafeInteger().map((id) => Math.abs(id) || 1),
  fc.bigInt({ min: 1n, max: largest }).map(String),
  fc.constantFrom(1, "1", Number.MAX_SAFE_INTEGER, LARGEST_ID),
);

const valid = validInputs(handler.inputs, { groupId: validId, clientId: validId });

export const inputs: InputsFixture = {
  minimal: { groupId: 17, clientId: 4711 },
  full: [{ groupId: 17, clientId: LARGEST_ID }],
  ids: { groupId: { of: "group", is64Bit: true }, clientId: { of: "client", is64Bit: true } },
  invalid: {},
  printed: {
    args: { groupId: "seventeen", clientId: 42 },
    property: "groupId",
    reason: "must be the number of a group: a whole number, 1 or more; as a text, digits alone",
  },
  invalidTogether: [
    ["every property", { groupId: "x", clientId: 0, role: "admin" }, ["clientId", "groupId", "role"]],
  ],
  unknown: [],
  failures: [
    [
      "a client beside an unknown group",
      { groupId: UNKNOWN, clientId: 0 },
      { clientId: "must be the number of a client: a whole number, 1 or more" },
    ],
  ],
  valid,
  acceptable: (args) => args,
};
