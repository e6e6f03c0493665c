import path from "node:path";
import { sitePath } from "./pages.mjs";

const { dirname, join, relative } = path.posix;

/**
 * The text of a page with its links as the site has them: to the pages of the site, and for all other files of the
 * repository to `sourceUrl`. Without a `sourceUrl` such a link becomes plain text.
 *
 * @param {string} text
 * @param {string} file The page's path in the repository.
 * @param {{ files: ReadonlySet<string>, sourceUrl?: string }} site The files of the repository that the site has.
 */
export function withSiteLinks(text, file, { files, sourceUrl }) {
  const newTarget = (target) => {
    const [, link, anchor] = /^([^#]*)(#.*)?$/.exec(target);
    const linked = join(dirname(file), link);
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
