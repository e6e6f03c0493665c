import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { type GetTaskArgs, getTask } from "../../sdk/src";
import { definitions } from "../support/catalogue";
import { root } from "../support/command";
import type { Provocations } from "../support/provocations";
import { failureOf } from "../support/until";

// Each code in docs/errors.md is printed by the code of the package. The tests of a subject expect its codes. Here are the
// others: shared ones in `errors/`, and those of a resource or function in `errors.ts` of its folder.

const files = ["unit", "program"].flatMap((folder) =>
  readdirSync(join(root, "tests", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(root, "tests", folder, file)),
);
const isProvoking = (file: string) => /[\\/]errors([\\/][\w-]+)?\.ts$/.test(file);

const provocations: Provocations = new Map(
  files
    .filter(isProvoking)
    .flatMap((file) => [...(require(file) as { PROVOCATIONS: Provocations }).PROVOCATIONS]),
);
const texts = files
  .filter((file) => !isProvoking(file))
  .map((file) => readFileSync(file, "utf8").replace(/^.*\.not\..*$/gm, ""));

/** Whether a test contains `[code]`, with or without backslashes, or the code as a text of its own. */
const isExpected = (code: string) => {
  const pattern = new RegExp(`\\[${code}\\\\*\\]|"${code}"`);
  return texts.some((text) => pattern.test(text));
};

const codes = definitions().flatMap((each) => ("codeIsNotPrinted" in each ? [] : each.code));

test.each(codes.filter((code) => provocations.has(code) || !isExpected(code)))(
  "%s is printed",
  async (code) => {
    const provoke = provocations.get(code);
    if (provoke === undefined) throw new Error(`No test expects ${code}: add a test or a provocation.`);
    expect(await provoke()).toContain(`[${code}]`);
  },
);

test("invalid-input is not printed, and is a property of the error", async () => {
  const error = await failureOf(getTask({} as GetTaskArgs));
  expect(error).toMatchObject({
    code: "invalid-input",
    message: expect.not.stringContaining("invalid-input"),
  });
});
