import { describe, expect, test } from "@jest/globals";
import { WITHOUT_STATE } from "../../../../sdk/src/doors/plugin/errors";
import { withoutStack } from "../../../../sdk/src/doors/plugin/without-state";
import { ANY_FACTS, definitions } from "../../../support/catalogue";

// The texts of `pulumi do`, which has neither a program nor a stack. tests/engine/do has them with the real CLI.

/** The text of each error as a stack prints it, with its code. */
const TEXTS = definitions().map((definition): [code: string, text: string] => {
  const { code } = definition;
  if ("error" in definition) return [code, definition.error(ANY_FACTS).message];
  return [code, `GET /path was answered 400: no [${code}]. ${definition.advice}`];
});

describe.each(TEXTS)("%s", (code, text) => {
  test("says what happened, and advises nothing that only a stack can follow", () => {
    const printed = withoutStack(text);
    const advice = printed
      .split("\n")
      .flatMap((line) => line.split(/(?<=\.) /))
      .filter((sentence) => !sentence.includes(`[${code}]`))
      .join(" ");
    expect(advice).not.toMatch(
      /`pulumi (up|refresh|destroy|state|stack|preview)|customTimeouts|resource option/,
    );
    expect(text.includes(`[${code}]`)).toBe(printed.includes(`[${code}]`));
  });
});

test("advice that needs no stack stays", () => {
  const text = "x failed [bad-request]. Correct what the platform names above and run again.";
  expect(withoutStack(text)).toBe(text);
});

test("in place of all advice stands what to do without a state", () => {
  const text = "x failed [task-failed]. Run `pulumi refresh`, and then `pulumi up`.";
  expect(withoutStack(text)).toBe(`x failed [task-failed].\n${WITHOUT_STATE}`);
});
