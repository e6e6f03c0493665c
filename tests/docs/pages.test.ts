import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { COMMANDS } from "../../sdk/src/cli/commands";
import { root } from "../support/command";
import { callScript } from "../support/script-module";
import { filesIn, foldersOf } from "./register";

// The generated parts of the pages. The generator fails for a resource or function without a page, an example, operations
// or a description, and names it.

const text = (file: string) => readFileSync(join(root, file), "utf8");

describe("generated parts", () => {
  let pages: Record<string, string>;

  beforeAll(async () => {
    pages = await callScript("docs/pages.mjs", "pages");
  });

  test("are up to date: `npm run docs` changes nothing", () => {
    for (const [page, generated] of Object.entries(pages))
      expect([page, text(page)]).toEqual([page, generated]);
  });

  test("are on the page of each resource, function and subcommand, and in the lists", () => {
    const ofFolders = (["resources", "functions"] as const).flatMap((kind) =>
      foldersOf(kind).map((folder) => `docs/${kind}/${folder}.md`),
    );
    const lists = [
      "README.md",
      "bench/README.md",
      "docs/declarative-stacks.md",
      "docs/operations.md",
      "docs/README.md",
      "docs/interrupted-runs.md",
      "docs/performance.md",
      "examples/README.md",
    ];
    const ofCommands = Object.keys(COMMANDS).map((name) => `docs/${name}.md`);
    expect(Object.keys(pages).sort()).toEqual([...ofFolders, ...ofCommands, ...lists].sort());
  });
});

describe("the order of sections", () => {
  const order = {
    resources: [
      "Example Usage",
      "Inputs",
      "Outputs",
      "Import",
      "Timeouts",
      "Behaviour",
      "Errors",
      "API operations",
    ],
    functions: ["Example Usage", "Arguments", "Result", "In previews", "Errors", "API operations"],
  };
  const pages = (["resources", "functions"] as const).flatMap((kind) =>
    foldersOf(kind).map((folder) => ({ page: `docs/${kind}/${folder}.md`, sections: order[kind] })),
  );

  test.each(pages)("is that of the Registry on $page", ({ page, sections }) => {
    const headings = [...text(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.slice(0, sections.length)).toEqual(sections);
    expect(text(page)).toMatch(/^# .+\n\n[A-Z].+\.$/ms);
  });
});

test.each(foldersOf("resources"))("the page of %s has a small example and a larger one", (folder) => {
  const [, usage = ""] = text(`docs/resources/${folder}.md`).split(/^## .+$/m);
  expect([...usage.matchAll(/^```ts$/gm)].length).toBeGreaterThanOrEqual(2);
});

describe("links", () => {
  const pages = [
    ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md", "simulator/README.md"],
    ...filesIn("docs", ".md"),
  ];

  test.each(pages)("of %s lead to files and headings", (page) => {
    const links = [...text(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const broken = links.filter(([, file, anchor]) => {
      const target = file ? join(dirname(page), file) : page;
      return !existsSync(join(root, target)) || (anchor && !anchorsOf(target).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...text(page).matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}
