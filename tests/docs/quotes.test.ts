import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { filesIn } from "./register";

// The messages that the error tables of the pages quote are messages of the code.

const text = (file: string) => readFileSync(join(root, file), "utf8");
const code = filesIn("sdk/src", ".ts").map(text).map(joined).join("\n");

test.each([...filesIn("docs/resources", ".md"), ...filesIn("docs/functions", ".md")])("%s", (page) => {
  const parts = quotesIn(text(page)).flatMap(partsOf);
  expect(parts).not.toEqual([]);
  expect(parts.filter((part) => !isInCode(part))).toEqual([]);
});

/** The code with each string in one piece, and without escapes. */
function joined(source: string): string {
  return source.replace(/["`] \+\s+["`]/g, "").replace(/\\(?=["`])/g, "");
}

/** The code spans in the first column of the table of errors. */
function quotesIn(page: string): string[] {
  const [, errors = ""] = page.split("\n## Errors\n");
  const cells = [...errors.matchAll(/^\| (.*?`.*?`.*?) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/(`+)(.+?)\1/g)].map(([, , quote = ""]) => quote));
}

/** The parts of a message that are the same in all cases: without values, and without the property before "must". */
function partsOf(quote: string): string[] {
  return quote.split(/…|[\w.<>]+(?= must)|<.+?>|\d+|[,:;()"]/).map((part) => part.trim());
}

/** The last word of a part may be an expression of a template. */
function isInCode(part: string): boolean {
  return code.includes(part) || code.includes(part.replace(/ \w+$/, " ${"));
}
