import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

// Generates docs/errors.md from the error definitions of the package. Run `npm run build` before.

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = path.join(root, "docs", "errors.md");

const INTRODUCTION = `# Errors

Every error and warning of this package, its cause, and what to do. This page is generated from the definitions in the code
(\`npm run docs\`). Text in angle brackets differs from case to case.

The error of a request begins with its method and path, the status and the platform's own message, with the request id if
there is one; the last line says what to do. An invalid input is reported under the property's name, in the preview, before
any request is sent; the pages of [resources](resources) and [functions](functions) list the valid values of each property.
`;

/** Stands in for the facts of an error: each property is its own name, as in \`<id>\`. */
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

/** @param {{ message?: (facts: unknown) => string, example?: string, cause: string, remedy: string }} definition */
function row({ message, example, cause, remedy }) {
  const text = message ? message(facts).split("\n")[0] : example;
  return `| ${code(text)} | ${cause} | ${remedy} |`;
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
      "| Error | Cause | What to do |",
      "|---|---|---|",
      ...Object.values(entries).map(row),
      "",
    ].join("\n"),
  );
  return [INTRODUCTION, ...chapters].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(page, errorsPage());
