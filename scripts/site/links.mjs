import fs from "node:fs";
import path from "node:path";

const { dirname, join, relative } = path.posix;

/**
 * The text of a page with the links that fit its new place: to the pages in `paths`, and for all other files of the
 * repository to `sourceUrl`. Without a `sourceUrl` such a link becomes plain text. A link to no file is an error.
 *
 * @param {string} text
 * @param {string} file The page's path in the repository.
 * @param {{ root: string, paths: ReadonlyMap<string, string>, sourceUrl?: string }} site `root` is the folder of the
 *   repository. `paths` are the new paths of its files.
 */
export function withNewLinks(text, file, { root, paths, sourceUrl }) {
  const newTarget = (target) => {
    const [, link, anchor] = /^([^#]*)(#.*)?$/.exec(target);
    const linked = join(dirname(file), link);
    if (!fs.existsSync(path.join(root, linked)))
      throw new Error(`${file} links to ${target}, which does not exist`);
    const moved = paths.get(linked);
    if (moved !== undefined) return relative(dirname(paths.get(file) ?? file), moved) + (anchor ?? "");
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
