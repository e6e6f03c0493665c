import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { filesIn } from "./register";

// The index of the docs, from which scripts/site makes the sidebar of the site.

const INDEX = "docs/README.md";

test("docs/README.md lists each page once, so the site has the page in its sidebar", () => {
  const links = [...readFileSync(join(root, INDEX), "utf8").matchAll(/^- \[.+?\]\((.+?)\)/gm)];
  const listed = links.map(([, link = ""]) => join("docs", link));
  const pages = filesIn("docs", ".md").filter((file) => file !== INDEX);
  expect(listed.filter((file) => file.startsWith("docs/")).sort()).toEqual(pages.sort());
  expect([...new Set(listed)]).toEqual(listed);
});
