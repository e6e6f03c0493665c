import fs from "node:fs";
import path from "node:path";

// The pages of the site and their order. docs/README.md lists all of them: its headings are the groups of the sidebar, and
// its list items are the pages. So the repository and the site have the same order.

export const INDEX = "docs/README.md";

/** The pages of this group are for people who work on the package. */
export const FOR_DEVELOPERS = "Develop";

/**
 * @typedef {{ title: string, file: string, description: string }} Page `file` is the path in the repository.
 * @typedef {{ title: string, pages: Page[] }} Group
 */

/**
 * @param {string} root
 * @returns {Group[]}
 */
export function groups(root) {
  const [, ...sections] = fs.readFileSync(path.join(root, INDEX), "utf8").split(/^## /m);
  return sections.map((section) => ({
    title: section.split("\n", 1)[0],
    pages: [...section.matchAll(/^- \[(.+?)\]\((.+?)\): (.+)$/gm)].map(([, title, link, description]) => ({
      title: title.replaceAll("`", ""),
      file: path.posix.join(path.posix.dirname(INDEX), link),
      description,
    })),
  }));
}

/**
 * The path of a page in the site: `docs/resources/router.md` is `resources/router.md`, and `simulator/README.md` is
 * `simulator.md`.
 *
 * @param {string} file
 */
export function sitePath(file) {
  if (file === INDEX) return "pages.md";
  const [, inDocs] = /^docs\/(.+)$/.exec(file) ?? [];
  return inDocs ?? file.replace(/\/README\.md$/, ".md").toLowerCase();
}
