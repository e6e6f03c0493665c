import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { filesIn } from "./register";

// The messages in the error tables of the pages are messages of the code.

const text = (file: string) => readFileSync(join(root, file), "utf8");
const code = filesIn("sdk/src", ".ts").map(text).map(joined).join("\n");

test.each([...filesIn("docs/resources", ".md"), ...filesIn("docs/functions", ".md")])("%s", (page) => {
  const parts = quotesIn(text(page)).flatMap(partsOf);
  expect(parts).not.toEqual([]);
  expect(parts.filter((part) => !isInCode(part))).toEqual([]);
});

/** The code, with concatenated strings joined and escapes resolved. */
function joined(source: string): string {
  return source.replace(/["`] \+\s+["`]/g, "").replace(/\\(?=["`])/g, "");
}

/** The code spans in the first column of the error table. */
function quotesIn(page: string): string[] {
  const [, errors = ""] = page.split("\n## Errors\n");
  const cells = [...errors.matchAll(/^\| (.*?`.*?`.*?) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/(`+)(.+?)\1/g)].map(([, , quote = ""]) => quote));
}

/** The parts of a message that are always the same: without values, and without the property before "must". */
function partsOf(quote: string): string[] {
  return quote.split(/…|[\w.<>]+(?= must)|<.+?>|\d+|[,:;()"]/).map((part) => part.trim());
}

/** The last word of a part may be an expression in a template literal. */
function isInCode(part: string): boolean {
  return code.includes(part) || code.includes(part.replace(/ \w+$/, " ${"));
}
