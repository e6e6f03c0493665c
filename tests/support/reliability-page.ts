import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { root } from "./command";

// The parts of docs/reliability.md that tests write.

const PAGE = join(root, "docs", "reliability.md");

export function pageNow(): string {
  return readFileSync(PAGE, "utf8");
}

/** Replaces the text between `<!-- <part>: begin -->` and its end. In CI the page is only compared. */
export function expectPart(part: string, text: string): void {
  const begin = `<!-- ${part}: begin -->`;
  const end = `<!-- ${part}: end -->`;
  const [before, , after] = pageNow().split(new RegExp(`(?<=${begin})|(?=${end})`));
  const page = [before, "", text, "", after].join("\n");
  if (!process.env.CI) writeFileSync(PAGE, page);
  expect(pageNow()).toBe(page);
}

export function tableOf([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
}
