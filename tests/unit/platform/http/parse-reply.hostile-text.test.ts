import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { getTaskRecord } from "../../../../sdk/src/platform/api/tasks";
import type { Call, RawReply, Send } from "../../../../sdk/src/platform/http/call";
import { PlatformError } from "../../../../sdk/src/platform/http/error";
import { parseReply } from "../../../../sdk/src/platform/http/parse-reply";
import { ResourceFailure } from "../../../../sdk/src/provider/failures";
import { ERRORS } from "../../../../sdk/src/resources/router/errors";
import { HOSTILE, hostileParts, hostileText } from "../../../support/hostile-text";
import { testApi } from "../../../support/test-api";

// Whatever text a reply contains: the printed or thrown text that contains it is bounded in length, and only messages
// of the package have several lines.

const CALL: Call = { method: "DELETE", path: "/x/1" };

/** A transport that returns this reply to every request. */
const replyingWith =
  (reply: Partial<RawReply>): Send =>
  async (call) =>
    parseReply(call, { status: 200, headers: { "content-type": "application/json" }, text: "", ...reply });

function expectPrintable(text: string, lines = 1): void {
  expect(hostileParts(text)).toEqual([]);
  expect(text.split("\n").length).toBeLessThanOrEqual(lines);
  expect(text.length).toBeLessThanOrEqual(16_001);
}

/** The error, and all of its texts. */
function expectPrintableError(error: unknown): void {
  expect(error).toBeInstanceOf(PlatformError);
  const { path, reason, requestId, fields, message } = error as PlatformError;
  for (const fact of [path, reason, requestId, ...Object.entries(fields).flat(2)])
    expectPrintable(fact ?? "");
  expectPrintable(message, 2 + 21);
  expectPrintable(new ResourceFailure(error).message, 2 + 21);
}

const text = hostileText();

/** Bodies with a hostile text at every place that is read. */
function bodies(): fc.Arbitrary<string> {
  const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant({ message: HOSTILE }));
  const fields = fc.dictionary(text, value, { maxKeys: 30 });
  const names = ["message", "error", "detail", "title", "exception_class", "request_id"] as const;
  const texts = fc.record(Object.fromEntries(names.map((name) => [name, text])), { requiredKeys: [] });
  const lists = fc.record({ invalid_fields: fields, errors: fc.oneof(fields, value) }, { requiredKeys: [] });
  const json = fc.tuple(texts, lists).map((parts) => JSON.stringify(Object.assign({}, ...parts)));
  const page = text.map((title) => `<html><title>${title}</title>`);
  return fc.oneof(
    json,
    page,
    text,
    text.map((texts) => JSON.stringify(texts)),
    fc.json(),
  );
}

test("an error reply, whose error has the request, the reason and the advice", () => {
  const statuses = fc.integer({ min: 300, max: 599 });
  const types = fc.constantFrom("application/json", "text/html", HOSTILE);
  fc.assert(
    fc.property(statuses, types, bodies(), text, (status, contentType, body, requestId) => {
      try {
        parseReply(CALL, {
          status,
          headers: { "content-type": contentType, "x-request-id": requestId },
          text: body,
        });
      } catch (error) {
        expectPrintableError(error);
        const { reason, summary, code, message } = error as PlatformError;
        expect(message).toContain(`DELETE /x/1 was answered ${status}: ${reason}`);
        const [first, ...others] = message.split("\n");
        expect(first).toBe(`${summary} [${code}]`);
        expect(others.at(-1)).toMatch(/\.$/);
        return;
      }
      throw new Error("nothing was thrown");
    }),
    { numRuns: 300 },
  );
});

test("a success that cannot be parsed, or does not match the schema", async () => {
  const odd = fc.oneof(
    text,
    text.map((title) => `<h1>${title}</h1>`),
    text.map((name) => JSON.stringify({ tasks: { [name]: name } })),
    text.map((name) => JSON.stringify({ state: 1, created_resources: name, [name]: name })),
  );
  await fc.assert(
    fc.asyncProperty(odd, text, async (body, requestId) => {
      const send = replyingWith({ text: body, headers: { "x-request-id": requestId } });
      const error = await getTaskRecord(testApi(send), "1").catch((thrown: unknown) => thrown);
      expectPrintableError(error);
    }),
    { numRuns: 200 },
  );
});

test("names and ids in messages of several lines add no lines", () => {
  const errorOf = (name: string, id: string) =>
    ERRORS.exists.error({ name, projectId: 1, regionId: 2, ids: `${id}, ${id}`, first: id });
  const lines = errorOf("edge", "1").message.split("\n").length;
  fc.assert(
    fc.property(text, text, (name, id) => {
      const error = errorOf(name, id);
      expectPrintable(error.message, lines);
      expectPrintable(new ResourceFailure(error).message, lines);
    }),
  );
});
