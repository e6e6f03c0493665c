import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { z } from "zod";
import { contract } from "../contract/operation";
import { assetPrefix, pagePath } from "../control/paths";
import { type Operation, operation } from "../http/operation";

// The files are beside the compiled folder, and the same for all simulators.
const folder = join(__dirname, "..", "..", "page");

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
};

const home = "index.html";

/** The page loads nothing from elsewhere, runs no script but its own files, and is in no frame. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** GET / and the files that the page loads. */
export function pageOperations(): Operation[] {
  return readdirSync(folder).map((file) => {
    const path = file === home ? pagePath : (`${assetPrefix}/${file}` as const);
    const getFile = contract(`GET ${path}`, {
      summary: `Get ${file} of the page`,
      query: z.looseObject({}),
      replies: { 200: z.string() },
    });
    return operation(getFile, () => ({
      status: 200,
      file: {
        headers: { ...headers, "content-type": types[extname(file)] ?? "" },
        text: readFileSync(join(folder, file), "utf8"),
      },
    }));
  });
}
