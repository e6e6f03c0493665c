import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { root } from "./command";

// The parts of pages of docs/ that come from runs and fixtures of tests.

/**
 * Compares the text between `<!-- <part>: begin -->` and its end with the one that a test has made. With UPDATE_DOCS=1 the
 * test writes the text, and compares nothing.
 */
export function expectPart(page: string, part: string, text: string): void {
  const file = join(root, "docs", page);
  const begin = `<!-- ${part}: begin -->`;
  const end = `<!-- ${part}: end -->`;
  const [before, now = "", after] = readFileSync(file, "utf8").split(new RegExp(`(?<=${begin})|(?=${end})`));
  if (process.env.UPDATE_DOCS) writeFileSync(file, [before, "", text, "", after].join("\n"));
  else expect(now.trim()).toBe(text.trim());
}

export function tableOf([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
}
