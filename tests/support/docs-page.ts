import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { root } from "./command";

// The parts of pages of docs/ that tests write.

export function pageNow(name: string): string {
  return readFileSync(join(root, "docs", name), "utf8");
}

/** Replaces the text between `<!-- <part>: begin -->` and its end. In CI the page is only compared. */
export function expectPart(name: string, part: string, text: string): void {
  const begin = `<!-- ${part}: begin -->`;
  const end = `<!-- ${part}: end -->`;
  const [before, , after] = pageNow(name).split(new RegExp(`(?<=${begin})|(?=${end})`));
  const page = [before, "", text, "", after].join("\n");
  if (!process.env.CI) writeFileSync(join(root, "docs", name), page);
  expect(pageNow(name)).toBe(page);
}

export function tableOf([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
}
