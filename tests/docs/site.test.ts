import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";
import { filesIn } from "./register";

// The pages of the site of the docs, as scripts/site makes them. site.exhaustive.test.ts builds the site.

const INDEX = "docs/README.md";

test("docs/README.md lists each page once, so the site has the page in its sidebar", () => {
  const links = [...readFileSync(join(root, INDEX), "utf8").matchAll(/^- \[.+?\]\((.+?)\)/gm)];
  const listed = links.map(([, link = ""]) => join("docs", link));
  const pages = filesIn("docs", ".md").filter((file) => file !== INDEX);
  expect(listed.filter((file) => file.startsWith("docs/")).sort()).toEqual(pages.sort());
  expect([...new Set(listed)]).toEqual(listed);
});

test.each([
  ["a page", "[a](concepts.md#drift)", "[a](concepts.md#drift)"],
  ["a page of another folder", "[a](../simulator/README.md)", "[a](simulator.md)"],
  ["a file that is no page", "[a `b`](../jest.config.js)", "[a `b`](https://git.example.com/jest.config.js)"],
  ["a heading of the same page", "[a](#b)", "[a](#b)"],
  ["another host", "[a](https://example.com/b.md)", "[a](https://example.com/b.md)"],
  ["a file, in a code block", "```md\n[a](no-page.md)\n```", "```md\n[a](no-page.md)\n```"],
  ["no file", "[a](no-page.md)", "docs/faq.md links to no-page.md, which does not exist"],
])("the text of a page in the site: a link to %s", async (_, markdown, expected) => {
  const module = pathToFileURL(join(root, "scripts", "site", "links.mjs")).href;
  const site = `{
    root: ${JSON.stringify(root)},
    paths: new Map([["docs/concepts.md", "concepts.md"], ["simulator/README.md", "simulator.md"], ["docs/faq.md", "faq.md"]]),
    sourceUrl: "https://git.example.com",
  }`;
  const code = `import(${JSON.stringify(module)})
    .then(({ withNewLinks }) => withNewLinks(${JSON.stringify(markdown)}, "docs/faq.md", ${site}))
    .catch(({ message }) => message)
    .then((text) => process.stdout.write(text))`;
  const { stdout } = await run("node", ["-e", code], { cwd: root, env: await projectEnv() });
  expect(stdout).toBe(expected);
});
