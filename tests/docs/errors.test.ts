import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { DefinedError } from "../../sdk/src/errors/definition";
import { INPUTS } from "../../sdk/src/errors/inputs";
import { PlatformError } from "../../sdk/src/platform/http/error";
import { ResourceFailure } from "../../sdk/src/pulumi/process/failures";
import { InvalidArguments, preparingErrors } from "../../sdk/src/pulumi/program/errors";
import { ANY_FACTS, definitions } from "../support/catalogue";
import { root } from "../support/command";
import { callScript } from "../support/script-module";
import { failureOf } from "../support/until";
import { filesIn } from "./register";

const page = readFileSync(join(root, "docs", "errors.md"), "utf8");

/** The doc comment of each error. */
const paragraphs = callScript<Record<string, string[]>>("docs/errors.mjs", "paragraphsByCode");

test("the page is generated from the definitions", async () => {
  expect(page).toBe(await callScript("docs/errors.mjs", "errorsPage"));
});

test("codes are unique", () => {
  const codes = definitions().map(({ code }) => code);
  expect([...new Set(codes)]).toEqual(codes);
});

describe.each(definitions().map((definition) => [definition.code, definition] as const))(
  "%s",
  (code, definition) => {
    const sentence = "message" in definition ? definition.message(ANY_FACTS) : "POST /x failed: no reason";
    const newError = () =>
      "message" in definition
        ? new DefinedError(definition, ANY_FACTS)
        : new PlatformError({
            method: "POST",
            path: "/x",
            reason: "no reason",
            mayHaveTakenEffect: false,
            retryable: false,
            kind: definition,
          });

    test("is readable, and has a heading on the page with its code as the anchor", () => {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(page.split("\n").filter((line) => line === `### ${code}`)).toHaveLength(1);
    });

    test("says why it happens and what to do, in the message alone if it has no comment", async () => {
      const [cause, remedy] = (await paragraphs)[code] ?? [];
      if (cause === undefined) return;
      expect(cause).toMatch(/.{10}\.$/);
      const { advice } = definition;
      const whatToDo = typeof advice === "function" ? advice(ANY_FACTS) : advice;
      expect(whatToDo ?? remedy).toMatch(/\S/);
      if (remedy !== undefined) expect(remedy).toMatch(/^What to do: .*\.$/);
    });

    test("is printed with its code, once, after the message", async () => {
      const text = newError().message;
      const [first, ...others] = text.split(`[${code}]`);
      expect([first, others.length]).toEqual([`${sentence} `, 1]);
      expect(new ResourceFailure(newError()).message).toBe(text);
      const thrown = await failureOf(preparingErrors(() => Promise.reject(newError())));
      expect(thrown.message).toBe(text);
    });
  },
);

test("a code that is not printed is a property of the error", () => {
  expect(definitions().filter((each) => "codeIsNotPrinted" in each)).toEqual([INPUTS.invalid]);
  const failures = [{ property: "taskId", reason: "is missing" }];
  expect(new InvalidArguments("getTask", failures)).toMatchObject({
    code: "invalid-input",
    message: "getTask: taskId is missing",
  });
});

test("no other file contains the text of an error", () => {
  const own = filesIn("sdk/src", ".ts")
    .filter((file) => !/^sdk\/src\/(errors\/|(.+\/)?errors\.ts$)/.test(file))
    .filter((file) =>
      /\bnew (pulumi\.RunError|Error)\(\s*["'`]|\bthrow new Error\(/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
  expect(own).toEqual([]);
});
