import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";

// The promises of docs/reliability.md: one list, in which each sentence links to its tests by their titles.

const MOST = 20;

const page = readFileSync(join(root, "docs", "reliability.md"), "utf8");
const [, list = ""] = /^## What is promised\n(.*?)^## /ms.exec(page) ?? [];
const promises = list
  .split(/^(?=\d+\. )/m)
  .slice(1)
  .map((text) => text.replace(/\s+/g, " "));

test(`the list has at most ${MOST} promises`, () => {
  expect(promises.length).toBeGreaterThan(10);
  expect(promises.length).toBeLessThanOrEqual(MOST);
});

const cases = promises.map((promise) => [promise.replace(/ \(\[.*/, ""), promise] as const);

test.each(cases)("the tests of this promise exist under their titles: %s", (_, promise) => {
  const links = [...promise.matchAll(/\[([^\]]+)\]\(\.\.\/(tests\/[^)]+)\)/g)];
  expect(links.length).toBeGreaterThan(0);
  const missing = links.filter(([, title = "", file = ""]) => !hasTest(join(root, file), title));
  expect(missing.map(([link]) => link)).toEqual([]);
});

/** Whether a test or a group of the file has the title, or a title with this part: a text before a function. */
function hasTest(file: string, part: string): boolean {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const titles = [...text.matchAll(/(["`])((?:(?!\1).)+)\1,\s*(?:async )?\(/g)].map(
    ([, , title = ""]) => title,
  );
  return titles.some((title) => title.includes(part));
}
