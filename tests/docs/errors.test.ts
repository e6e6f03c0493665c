import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { preparingErrors } from "../../sdk/src/doors/dynamic/program/errors";
import { DefinedError } from "../../sdk/src/errors/definition";
import { PlatformError } from "../../sdk/src/platform/http/error";
import { ResourceFailure } from "../../sdk/src/provider/failures";
import { ANY_FACTS, definitions } from "../support/catalogue";
import { root } from "../support/command";
import { callScript } from "../support/script-module";
import { failureOf } from "../support/until";
import { filesIn } from "./register";

// The definitions of errors, from which docs/errors.md is generated. tests/unit/errors.printed.test.ts shows that each of them is printed.

test("codes are unique words, which are anchors of docs/errors.md", () => {
  const codes = definitions().map(({ code }) => code);
  expect([...new Set(codes)]).toEqual(codes);
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
});

test("each error has a cause and a remedy in docs/errors.md, or in its message alone", async () => {
  const paragraphs = await callScript<Record<string, string[]>>("docs/errors.mjs", "paragraphsByCode");
  for (const { code, advice } of definitions()) {
    const [cause, remedy] = paragraphs[code] ?? [];
    // Without a doc comment.
    if (cause === undefined) continue;
    const whatToDo = typeof advice === "function" ? advice(ANY_FACTS) : advice;
    expect([code, cause]).toEqual([code, expect.stringMatching(/.{10}\.$/)]);
    expect([code, whatToDo ?? remedy]).toEqual([code, expect.stringMatching(/\S/)]);
    if (remedy !== undefined) expect(remedy).toMatch(/^What to do: .*\.$/);
  }
});

test.each(definitions())("$code is printed once, after the message", async (definition) => {
  const request = { method: "POST", path: "/x", reason: "no reason" } as const;
  const error =
    "message" in definition
      ? new DefinedError(definition, ANY_FACTS)
      : new PlatformError({ ...request, mayHaveTakenEffect: false, retryable: false, kind: definition });
  const sentence = "message" in definition ? definition.message(ANY_FACTS) : "POST /x failed: no reason";
  const [first, ...others] = error.message.split(`[${definition.code}]`);
  expect([first, others.length]).toEqual([`${sentence} `, 1]);
  expect(new ResourceFailure(error).message).toBe(error.message);
  const thrown = await failureOf(preparingErrors(() => Promise.reject(error)));
  expect(thrown.message).toBe(error.message);
});

test("no other file contains the text of an error", () => {
  const other = filesIn("sdk/src", ".ts").filter(
    (file) => !/^sdk\/src\/(errors\/|(.+\/)?errors\.ts$)/.test(file),
  );
  const newError = /\bnew (pulumi\.RunError|Error)\(\s*["'`]|\bthrow new Error\(/;
  expect(other.filter((file) => newError.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
