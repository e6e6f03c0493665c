import fs from "node:fs";
import path from "node:path";
import { root } from "../setup/paths.mjs";
import { withNewLinks } from "../site/links.mjs";
import { FOR_DEVELOPERS, groups } from "../site/pages.mjs";

// Writes the pages of the docs into `sdk/docs`, and the changelog into `sdk`, for the npm package: as Markdown, without the
// images and without the pages for developers of the package. Links to other files lead to DOCS_SOURCE_URL, such as
// `https://git.example.com/team/cloudplatform/blob/v1.0.0`, and are plain text without this variable.

const CHANGELOG = "CHANGELOG.md";
const target = path.join(root, "sdk");

const listed = groups(root)
  .filter(({ title }) => title !== FOR_DEVELOPERS)
  .flatMap(({ pages }) => pages.map(({ file }) => file));
const files = listed.filter((file) => file === CHANGELOG || file.startsWith("docs/"));
const paths = new Map(files.map((file) => [file, file]));

removeOthers();
for (const file of files) write(path.join(target, file), packagedPage(file));

/** Pages that no longer exist. */
function removeOthers() {
  const pages = path.join(target, "docs");
  if (!fs.existsSync(pages)) return;
  const expected = new Set(files.map((file) => path.join(target, file)));
  for (const entry of fs.readdirSync(pages, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !expected.has(file)) fs.rmSync(file, { force: true });
  }
}

/** @param {string} file */
function packagedPage(file) {
  const text = fs
    .readFileSync(path.join(root, file), "utf8")
    .replace(/^<picture>.*?^<\/picture>\n+/gms, "")
    .replace(/^!\[.*\]\(.*\)\n+/gm, "");
  return withNewLinks(text, file, { root, paths, sourceUrl: process.env.DOCS_SOURCE_URL });
}

/**
 * Leaves a file that is up to date as it is, because others may be packing at the same time.
 *
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = path.join(root, "sdk", `.${process.pid}.docs`);
  fs.writeFileSync(temporary, text);
  fs.renameSync(temporary, file);
}
