import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";

// The tests of a source file are found by its name. `http/retry.test.ts` tests `http/retry.ts`, and
// `router/update.interfaces.test.ts` one topic of `router/update.ts`. `resources.inputs.test.ts` tests one topic of all of
// `resources/`.

const OWN = "mirror";

const subjects = readdirSync(__dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => ({ file, subject: file.replace(/(\.[\w-]+)?\.test\.ts$/, "") }))
  .filter(({ subject }) => subject !== OWN);

test.each(subjects)("tests/unit/$file is named after a file or folder of sdk/src", ({ subject }) => {
  const source = join(root, "sdk", "src", subject);
  expect(existsSync(`${source}.ts`) || existsSync(source)).toBe(true);
});
