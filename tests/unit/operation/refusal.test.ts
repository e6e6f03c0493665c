import { expect, test } from "@jest/globals";
import { isRefusal, says, sentencesOf } from "../../../sdk/src/operation/refusal";
import { platformError } from "../../support/platform-error";

test.each([
  [true, [400, 403, 409, 422]],
  [false, [401, 404, 429, 500, undefined]],
])("whether the platform has refused: %s after a reply with one of %j", (expected, statuses) => {
  for (const status of statuses)
    expect([status, isRefusal(platformError({ status }))]).toEqual([status, expected]);
});

test.each([
  ["Client 42 is already a member.", true],
  ['"Client 42" is already a member!', true],
  [" client 42 is already a member ", true],
  ["Client 42 is already a member of another group", false],
  ["The group has already reached its limit of members", false],
])("a reason is the sentence of a refusal as a whole, in any case, with quotes: %s", (reason, expected) => {
  const member = sentencesOf(["client \\d+ is already a member"]);
  expect(says(platformError({ status: 400, reason }), member)).toBe(expected);
  const fields = { clientId: ["Too large.", reason] };
  expect(says(platformError({ status: 422, fields }), member)).toBe(expected);
});
