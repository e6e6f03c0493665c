import { describe, expect, test } from "@jest/globals";
import { type Failure, isRefusal, says, sentencesOf } from "../../../sdk/src/lifecycle/refusal";
import { platformError } from "../../support/platform-error";

describe("a refusal of the platform", () => {
  test.each([400, 403, 409, 422])("is a reply with the status %i", (status) => {
    expect(isRefusal(platformError({ status }))).toBe(true);
  });

  test.each([401, 404, 429, 500, undefined])("is not a reply with the status %s", (status) => {
    expect(isRefusal(platformError({ status }))).toBe(false);
  });

  test("is not an error of the program", () => {
    expect(isRefusal(new TypeError("no"))).toBe(false);
  });
});

describe("the sentence of a refusal", () => {
  const member = sentencesOf(["client \\d+ is already a member"]);
  const saying = (reason: string): Failure => platformError({ status: 400, reason });

  test.each([
    "Client 42 is already a member.",
    '"Client 42" is already a member!',
    " client 42 is already a member ",
  ])("is found in any case, with quotes and a full stop: %s", (reason) => {
    expect(says(saying(reason), member)).toBe(true);
  });

  test("is found in the message of a field", () => {
    const error = platformError({
      status: 422,
      fields: { clientId: ["Too large.", "Client 42 is already a member."] },
    });
    expect(says(error, member)).toBe(true);
  });

  test.each([
    "Client 42 is already a member of another group",
    "The group has already reached its limit of members",
  ])("is not a part of another sentence: %s", (reason) => {
    expect(says(saying(reason), member)).toBe(false);
  });
});
