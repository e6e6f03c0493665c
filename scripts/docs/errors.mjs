import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

// Writes docs/errors.md from the catalogue that the errors themselves are said with. Run `npm run build` before.

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = path.join(root, "docs", "errors.md");

const INTRODUCTION = `# Errors

Every error of this package, why it comes about, and what to do. This page is made from the texts that the errors are said with
(\`npm run docs\`); what is in angle brackets is the case at hand. Warnings are told as such.

An error of a request begins with its method and path, the status and the platform's own sentence, with the request id where
there is one; the last line is what to do. Errors of what is declared stand under the property's name, in the preview, before
anything is sent: each page of [resources](resources) and [functions](functions) has what its own properties have to be.
`;

/** Every fact as the name of a fact: \`<id>\`. */
const facts = new Proxy(
  {},
  {
    get: (_, name) =>
      name === "refused"
        ? facts
        : `<${String(name)
            .replace(/([A-Z])/g, " $1")
            .toLowerCase()}>`,
  },
);

/** @param {{ says?: (facts: unknown) => string, shows?: string, why: string, remedy: string }} entry */
function row({ says, shows, why, remedy }) {
  const said = says ? says(facts).split("\n")[0] : shows;
  return `| ${code(said)} | ${why} | ${remedy} |`;
}

/** @param {string} text */
function code(text) {
  return `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

export function errorsPage() {
  const { CATALOGUE } = createRequire(import.meta.url)("../../sdk/dist/errors");
  const chapters = CATALOGUE.map(({ title, entries }) =>
    [
      `## ${title}`,
      "",
      "| error | why | what to do |",
      "|---|---|---|",
      ...Object.values(entries).map(row),
      "",
    ].join("\n"),
  );
  return [INTRODUCTION, ...chapters].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(page, errorsPage());
