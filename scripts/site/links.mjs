import fs from "node:fs";
import path from "node:path";
import { sitePath } from "./pages.mjs";

const { dirname, join, relative } = path.posix;

/**
 * The text of a page with its links as the site has them: to the pages of the site, and for all other files of the
 * repository to `sourceUrl`. Without a `sourceUrl` such a link becomes plain text. A link to no file is an error.
 *
 * @param {string} text
 * @param {string} file The page's path in the repository.
 * @param {{ root: string, files: ReadonlySet<string>, sourceUrl?: string }} site `root` is the folder of the repository.
 *   `files` are its files that the site has.
 */
export function withSiteLinks(text, file, { root, files, sourceUrl }) {
  const newTarget = (target) => {
    const [, link, anchor] = /^([^#]*)(#.*)?$/.exec(target);
    const linked = join(dirname(file), link);
    if (!fs.existsSync(path.join(root, linked)))
      throw new Error(`${file} links to ${target}, which does not exist`);
    if (files.has(linked)) return relative(dirname(sitePath(file)), sitePath(linked)) + (anchor ?? "");
    return sourceUrl && `${sourceUrl}/${linked}${anchor ?? ""}`;
  };
  return outsideOfCode(text, (part) =>
    part.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)/g, (_, label, target) => {
      const found = newTarget(target);
      return found ? `[${label}](${found})` : label;
    }),
  );
}

/**
 * @param {string} text
 * @param {(part: string) => string} change
 */
function outsideOfCode(text, change) {
  const parts = text.split(/(^```.*?^```$)/ms);
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join("");
}
