import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { type GetTaskArgs, getTask } from "../../sdk/src";
import { definitions } from "../support/catalogue";
import { root } from "../support/command";
import type { Provocations } from "../support/provocations";
import { failureOf } from "../support/until";

// Each code in docs/errors.md is printed by the code of the package. Provocations of shared errors are in `errors/`, and
// those of a resource or function in `errors.ts` of its folder.

const files = [
  ...readdirSync(join(__dirname, "errors")).map((file) => join("errors", file)),
  ...["resources", "functions"].flatMap((kind) =>
    readdirSync(join(__dirname, kind)).map((folder) => join(kind, folder, "errors.ts")),
  ),
];

const provocations: Provocations = new Map(
  files
    .map((file) => join(root, "tests", "unit", file))
    .filter((file) => existsSync(file))
    .flatMap((file) => [...(require(file) as { PROVOCATIONS: Provocations }).PROVOCATIONS]),
);

const printed = definitions().filter((each) => !("codeIsNotPrinted" in each));

test.each(printed.map(({ code }) => code))("%s is printed", async (code) => {
  const provoke = provocations.get(code);
  if (provoke === undefined) throw new Error(`No test provokes ${code}: add a provocation.`);
  expect(await provoke()).toContain(`[${code}]`);
});

test("invalid-input is not printed, and is a property of the error", async () => {
  const error = await failureOf(getTask({} as GetTaskArgs));
  expect(error).toMatchObject({
    code: "invalid-input",
    message: expect.not.stringContaining("invalid-input"),
  });
});
