import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files that the site has as they are. */
export const publicFiles = path.join(root, "scripts", "site", "public");

/** All folders that the build writes are in `site`, which is not committed. */
export const pages = path.join(root, "site", "pages");
export const reference = path.join(pages, "reference");
export const html = path.join(root, "site", "html");
