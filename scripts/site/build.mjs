import fs from "node:fs";
import path from "node:path";
import { build } from "vitepress";
import { homePage } from "./home.mjs";
import { withNewLinks } from "./links.mjs";
import { llmsText } from "./llms.mjs";
import { groups, sitePath } from "./pages.mjs";
import { html, pages, publicFiles, reference, root } from "./paths.mjs";
import { writeReference } from "./reference.mjs";

// Builds the site of the docs into `site/html`: a home from README.md, the pages of pages.mjs, and the API reference. The plain Markdown of each page is beside its HTML, and `llms.txt` lists the Markdown.
//
// SITE_BASE is the path of the site on its host, such as `/cloudplatform/`. SITE_SOURCE_URL is the address of the files of
// the repository, such as `https://git.example.com/team/cloudplatform/blob/main`.

fs.rmSync(path.dirname(pages), { recursive: true, force: true });
writePages();
await writeReference(root, reference);
fs.writeFileSync(path.join(pages, "index.md"), homePage(root));
fs.cpSync(publicFiles, path.join(pages, "public"), { recursive: true });
await build(path.join(root, "scripts", "site"), { outDir: html });
copyMarkdown();
fs.writeFileSync(path.join(html, "llms.txt"), llmsText(root, process.env.SITE_BASE || "/"));

function writePages() {
  const listed = groups(root).flatMap((group) => group.pages.map(({ file }) => file));
  const images = fs.readdirSync(path.join(root, "docs"), { recursive: true }).filter(isImage);
  const files = [...listed, ...images.map((file) => path.posix.join("docs", file))];
  const paths = new Map(files.map((file) => [file, sitePath(file)]));
  for (const [file, sitePath] of paths) {
    const target = path.join(pages, sitePath);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (isImage(file)) fs.copyFileSync(path.join(root, file), target);
    else fs.writeFileSync(target, sitePage(file, paths));
  }
}

/** @param {string} file */
function isImage(file) {
  return /\.(svg|png)$/.test(file);
}

/** The pages with the images that they show. The home has no text of its own. */
function copyMarkdown() {
  const excluded = [path.join(pages, "index.md"), path.join(pages, "public")];
  fs.cpSync(pages, html, { recursive: true, filter: (file) => !excluded.includes(file) });
}

/**
 * @param {string} file
 * @param {ReadonlyMap<string, string>} paths
 */
function sitePage(file, paths) {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return withNewLinks(text, file, { root, paths, sourceUrl: process.env.SITE_SOURCE_URL });
}
