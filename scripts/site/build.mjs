import fs from "node:fs";
import path from "node:path";
import { build } from "vitepress";
import { withSiteLinks } from "./links.mjs";
import { groups, INDEX, sitePath } from "./pages.mjs";
import { html, pages, reference, root } from "./paths.mjs";
import { writeReference } from "./reference.mjs";

// Builds the site of the docs into `site/html`: the pages that docs/README.md lists, and the API reference.
//
// SITE_BASE is the path of the site on its host, such as `/cloudplatform/`. SITE_SOURCE_URL is the address of the files of
// the repository, such as `https://git.example.com/team/cloudplatform/blob/main`.

fs.rmSync(path.dirname(pages), { recursive: true, force: true });
writePages();
await writeReference(root, reference);
await build(path.join(root, "scripts", "site"), { outDir: html });

function writePages() {
  const listed = groups(root).flatMap((group) => group.pages.map(({ file }) => file));
  const images = fs.readdirSync(path.join(root, "docs"), { recursive: true }).filter(isImage);
  const files = new Set([INDEX, ...listed, ...images.map((file) => path.posix.join("docs", file))]);
  for (const file of files) {
    const target = path.join(pages, sitePath(file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (isImage(file)) fs.copyFileSync(path.join(root, file), target);
    else fs.writeFileSync(target, sitePage(file, files));
  }
}

/** @param {string} file */
function isImage(file) {
  return /\.(svg|png)$/.test(file);
}

/**
 * @param {string} file
 * @param {Set<string>} files
 */
function sitePage(file, files) {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return withSiteLinks(text, file, { root, files, sourceUrl: process.env.SITE_SOURCE_URL });
}
