import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { INVALID, TWO_NAMESPACES } from "../unit/stack/invalid";

const page = readFileSync(join(root, "docs", "declarative-stacks.md"), "utf8");
const [, errors = ""] = page.split("\n## Errors\n");
const quotes = [...errors.matchAll(/^\| `([^`]+)` \| [A-Z].*\. \|$/gm)].map(([, quote = ""]) => quote);
const problems = [...INVALID.flatMap((invalid) => invalid.problems), TWO_NAMESPACES.problem];

test("the page quotes problems as they are printed", () => {
  expect(quotes.length).toBeGreaterThan(10);
  const isReported = (quote: string) => problems.some((problem) => matches(problem, quote));
  expect(quotes.filter((quote) => !isReported(quote))).toEqual([]);
});

/** A quote that ends with … is the beginning of the problem. */
function matches(problem: string, quote: string): boolean {
  return quote.endsWith("…") ? problem.startsWith(quote.slice(0, -1)) : problem === quote;
}
