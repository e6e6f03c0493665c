import fs from "node:fs";
import path from "node:path";

// The parts of README.md that the home of the site and llms.txt share with it, so that the project introduces itself once. What
// the terminal shows in the example is on the page about interrupted runs.

/**
 * @typedef {{ title: string, file: string, description: string }} Feature `file` is the path in the repository.
 * @typedef {{ name: string, introduction: string, example: string, features: Feature[], installation: string }} Readme
 *   Texts are Markdown.
 */

/**
 * @param {string} root
 * @returns {Readme}
 */
export function readReadme(root) {
  const text = fs.readFileSync(path.join(root, "README.md"), "utf8");
  const [title, introduction] = text.split("\n\n");
  const rows = text.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+?) \|$/gm);
  const features = [...rows].map(([, title, file, description]) => ({ title, file, description }));
  const [installation] = /^npm install .+$/m.exec(text) ?? [];
  const page = fs.readFileSync(path.join(root, "docs", "interrupted-runs.md"), "utf8");
  const [, example] = /^```console\n(.+?)\n```$/ms.exec(page) ?? [];
  if (!title.startsWith("# ") || !introduction || !example || features.length === 0 || !installation)
    throw new Error(
      "README.md has no title, introduction, table of features or line with npm install, or there is no example.",
    );
  return {
    name: title.slice(2),
    introduction: introduction.replaceAll("\n", " "),
    example,
    features,
    installation,
  };
}
