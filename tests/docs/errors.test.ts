import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { CATALOGUE } from "../../sdk/src/errors";
import { projectEnv, root, run } from "../support/command";

// docs/errors.md is made from the catalogue, and the catalogue is what errors are said with.

test("the page is what the catalogue says", async () => {
  const generator = pathToFileURL(join(root, "scripts", "docs", "errors.mjs")).href;
  const script = `import(${JSON.stringify(generator)}).then(({ errorsPage }) => process.stdout.write(errorsPage()))`;
  const { stdout } = await run("node", ["-e", script], { cwd: root, env: await projectEnv() });
  expect(readFileSync(join(root, "docs", "errors.md"), "utf8")).toBe(stdout);
});

test("every entry tells why and what to do", () => {
  for (const { title, entries } of CATALOGUE)
    for (const [name, { cause, remedy }] of Object.entries(entries))
      expect([title, name, cause.length > 10, remedy.length > 5]).toEqual([title, name, true, true]);
});

test("resources, functions and what is below them say no error in words of their own", () => {
  const source = join(root, "sdk", "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const own = files
    .filter((file) => !file.startsWith("errors"))
    .filter((file) =>
      /\bnew (pulumi\.RunError|Error|TaskStillRunning)\(\s*["'`]/.test(
        readFileSync(join(source, file), "utf8"),
      ),
    );
  expect(own).toEqual([]);
});
