import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Audience, adviceFor } from "../../sdk/src/errors/audience";
import { DefinedError } from "../../sdk/src/errors/definition";
import { INPUTS } from "../../sdk/src/errors/inputs";
import { PlatformError } from "../../sdk/src/platform/http/error";
import { ResourceFailure } from "../../sdk/src/pulumi/process/failures";
import { completingErrors, InvalidArguments } from "../../sdk/src/pulumi/program/errors";
import { ANY_FACTS, definitions } from "../support/catalogue";
import { root } from "../support/command";
import { failureOf } from "../support/until";
import { generated } from "./generated";
import { filesIn } from "./register";

const page = readFileSync(join(root, "docs", "errors.md"), "utf8");

test("the page is generated from the definitions", async () => {
  expect(page).toBe(await generated("errors.mjs", "errorsPage"));
});

test("codes are unique", () => {
  const codes = definitions().map(({ code }) => code);
  expect([...new Set(codes)]).toEqual(codes);
});

const PULUMI = /\bpulumi (up|refresh|preview|destroy|config|state)\b|customTimeouts|Pulumi's/;

describe.each(definitions().map((definition) => [definition.code, definition] as const))(
  "%s",
  (code, definition) => {
    const sentence = "message" in definition ? definition.message(ANY_FACTS) : "POST /x failed: no reason";
    const advice = (audience: Audience) => adviceFor(audience, definition.advice, ANY_FACTS);
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

    test("says why it happens and what to do", () => {
      expect(definition.cause).toMatch(/.{10}\.$/);
      expect(`${advice("pulumi")}${definition.remedy ?? ""}`).toMatch(/\S/);
    });

    test("names commands and options of Pulumi only to users of Pulumi", () => {
      expect(sentence).not.toMatch(PULUMI);
      expect(advice("script")).not.toMatch(PULUMI);
      expect(advice("script")).not.toContain("cloudplatform:");
    });

    test("is printed with its code, once, after the message", async () => {
      const text = newError().textFor("pulumi");
      const [first, ...others] = text.split(`[${code}]`);
      expect([first, others.length]).toEqual([`${sentence} `, 1]);
      expect(newError().message).toBe(sentence);
      expect(new ResourceFailure(newError()).message).toBe(text);
      const thrown = await failureOf(completingErrors(() => Promise.reject(newError())));
      expect(thrown.message).toBe(newError().textFor("script"));
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
    .filter((file) => !/^sdk\/src\/(errors\/|(resources|functions)\/[^/]+\/errors\.ts$)/.test(file))
    .filter((file) =>
      /\bnew (pulumi\.RunError|Error)\(\s*["'`]|\bthrow new Error\(/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
  expect(own).toEqual([]);
});
