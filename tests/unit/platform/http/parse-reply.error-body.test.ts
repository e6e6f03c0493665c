import { describe, expect, test } from "@jest/globals";
import type { ScriptedReply } from "../../../support/scripted-server";
import { page, refused } from "./connect-client";

describe("the error bodies of the platform's areas", () => {
  test("cloud: class, message, request id and fields", async () => {
    const fields = {
      name: ["Too short.", "Must begin with a letter."],
      "routes.0.nexthop": ["Not in a subnet."],
    };
    const error = await refused({
      status: 400,
      body: {
        exception_class: "ValidationError",
        message: "Validation failed",
        request_id: "req-42",
        invalid_fields: fields,
      },
    });
    expect(error).toMatchObject({
      name: "PlatformError",
      method: "PATCH",
      path: "/cloud/v2/x",
      status: 400,
      reason: "Validation failed",
      requestId: "req-42",
      fields,
      mayHaveTakenEffect: false,
      retryable: false,
    });
    expect(error.message.split("\n")).toEqual([
      "PATCH /cloud/v2/x was answered 400: Validation failed (request id req-42) [bad-request]",
      "  name: Too short.; Must begin with a letter.",
      "  routes.0.nexthop: Not in a subnet.",
      "Correct what the platform names above and run again.",
    ]);
  });

  test.each<[string, object, Record<string, string[]>, RegExp]>([
    [
      "iam: several fields",
      { email: ["Odd."], on: ["No."] },
      { email: ["Odd."], on: ["No."] },
      /email: Odd\.\n {2}on: No\./,
    ],
    [
      "cdn: one field, which is printed once",
      { ssl: ["None."] },
      { ssl: ["None."] },
      /^[^\n]*ssl: None\.[^\n]*\n[^\n]*$/,
    ],
    [
      "nested messages",
      { limits: [["Too high."], { ram: "Too low." }], count: 7, note: null },
      { limits: ["Too high.", '{"ram":"Too low."}'], count: ["7"], note: ["null"] },
      /limits: Too high\.; \{"ram":"Too low\."\}/,
    ],
    ["a list", ["First.", "Second."], expect.anything() as never, /First\.; Second\./],
    ["one text", "The payment is overdue." as never, expect.anything() as never, /The payment is overdue\./],
  ])("errors of fields are printed: %s", async (_, errors, fields, printed) => {
    const error = await refused({ status: 400, body: { errors } });
    expect(error.fields).toEqual(fields);
    expect(error.message).toMatch(printed);
  });

  test.each([
    ["iam: a message", 403, { message: "Not allowed." }, "Not allowed."],
    ["streaming: status and error", 404, { status: 404, error: "No such video." }, "No such video."],
    ["edge: an error", 400, { error: "No such group." }, "No such group."],
  ])("%s", async (_, status, body, reason) => {
    expect(await refused({ status, body })).toMatchObject({ status, reason });
  });
});

describe("replies in other forms", () => {
  test.each<[what: string, answer: ScriptedReply, reason: string]>([
    ["no body", { status: 502 }, "the reply has no body"],
    [
      "an HTML page, whose title is printed, and not its source",
      page(502, "502 Bad Gateway"),
      'an HTML page came back, titled "502 Bad Gateway"',
    ],
    [
      "an HTML page with a wrong content type, which is recognized by its beginning",
      { status: 500, body: "\n<!DOCTYPE html><p>Oops" },
      "an HTML page came back",
    ],
    [
      "plain text, which is quoted in one line",
      {
        status: 503,
        body: "upstream connect error\n\tor   disconnect",
        headers: { "content-type": "text/plain" },
      },
      "upstream connect error or disconnect",
    ],
    ["a text that is JSON", { status: 500, body: '"Nothing works today."' }, "Nothing works today."],
  ])("%s", async (_, answer, reason) => {
    const error = await refused(answer);
    expect(error).toMatchObject({ status: answer.status, reason, retryable: true });
    expect(error.message).not.toContain("<");
  });

  test("an HTML page with status 200 is not a success: another server has replied", async () => {
    const error = await refused(page(200, "Log in", "text/html; charset=utf-8"));
    expect(error).toMatchObject({
      status: 200,
      reason: 'an HTML page came back, titled "Log in"',
      retryable: false,
    });
    expect(error.message).toContain("cloudplatform:baseUrl");
  });

  test.each([
    [200, '{"tasks":["a', "complete JSON", true],
    [400, '{"message":"Name is ta', "Name is ta", false],
  ])("incomplete JSON with status %i keeps the status", async (status, body, reason, mayHaveTakenEffect) => {
    const error = await refused({ status, body });
    expect(error).toMatchObject({ status, mayHaveTakenEffect });
    expect(error.reason).toContain(reason);
  });
});

test.each<[string, ScriptedReply, string | undefined]>([
  ["the header", { headers: { "x-request-id": "req-h" } }, "req-h"],
  ["the body before the header", { body: { request_id: "b" }, headers: { "x-request-id": "req-h" } }, "b"],
  ["none", {}, undefined],
])("the request id of the platform is that of %s", async (_, reply, requestId) => {
  const error = await refused({ status: 400, ...reply });
  expect(error.requestId).toBe(requestId);
  expect(error.message.includes("request id")).toBe(requestId !== undefined);
});
