import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { functions, resources } from "./register.mjs";

// Generates docs/errors.md from the error definitions of the package. Run `npm run build` before.

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = path.join(root, "sdk", "dist");
const page = path.join(root, "docs", "errors.md");
const load = createRequire(import.meta.url);
/** @type {{ title: string, note?: string, module: string }[]} */
const SHARED_CHAPTERS = load("./error-chapters.json");

const INTRODUCTION = `# Errors

Every error and warning of this package, its cause, and what to do. This page is generated from the definitions in the code
(\`npm run docs\`). Text in angle brackets differs from case to case.

Each error has a code, which never changes. It is printed in brackets after the sentence that says what happened, so search this
page for it: the address of an error is \`docs/errors.md#<code>\`. The errors of functions have the code as \`code\`:
\`PlatformError\`, \`AnalyticsError\`, \`ConfigurationError\`, \`InvalidArguments\`, and those of [getRouter](#getrouter).

The error of a request begins with its method and path, the status and the platform's own message, with the request id if
there is one; the last line says what to do.

An invalid input is reported under the property's name, in the preview, before any request is sent. These messages have no code
in brackets, see [invalid-input](#invalid-input); the pages of [resources](README.md#resources) and [functions](README.md#functions)
list the valid values of each property.

\`Error: Cannot find module 'pulumi-cloudplatform/provider'\`, with a \`Require stack\`, is a message of Node, which has no code.
\`pulumi refresh\` and \`pulumi destroy\` print it if the package is not installed, because they do not run the
program, which would check the installation. Install the dependencies of the program (\`npm ci\`) before these commands; see also
[provider-module-not-found](#provider-module-not-found).
`;

/** @typedef {(facts: unknown) => string} Compose */
/** @typedef {string | Compose} Sentence */
/** @typedef {{ code: string, severity?: "warning", codeIsNotPrinted?: true, message?: Compose, example?: string, advice?: Sentence, cause: string, remedy?: string }} Definition */

/** The chapters of error-chapters.json, and one for each resource and function with errors of its own. */
function chapters() {
  return [
    ...SHARED_CHAPTERS.map(({ title, note, module }) => ({
      title,
      note,
      entries: definitionsIn(path.join(dist, module)),
    })),
    ...chaptersOf("resources", resources()),
    ...chaptersOf("functions", functions()),
  ];
}

/**
 * @param {"resources" | "functions"} kind
 * @param {import("./register.mjs").Entry[]} entries
 */
function chaptersOf(kind, entries) {
  return entries
    .map(({ folder, names }) => ({ title: names[0], entries: ownErrors(path.join(dist, kind, folder)) }))
    .filter(({ entries }) => entries !== undefined);
}

/** The errors of a resource or function, from `errors.js` or, if they are few, from its handler. */
function ownErrors(folder) {
  const files = ["errors.js", "handler.js"].map((name) => path.join(folder, name));
  return files
    .filter(fs.existsSync)
    .map((file) => load(file).ERRORS)
    .find(Boolean);
}

/** The definitions are the only object that a module exports. */
function definitionsIn(file) {
  return Object.values(load(file)).find((exported) => typeof exported === "object");
}

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

/** @param {Definition} definition */
function entry({ code, severity, codeIsNotPrinted, message, example, advice, cause, remedy }) {
  const sentence = message ? message(facts) : example;
  const whatToDo = typeof advice === "function" ? advice(facts) : advice;
  const separator = message && !whatToDo?.includes("\n") ? ". " : "\n";
  const withCode = codeIsNotPrinted ? sentence : `${sentence} [${code}]`;
  const text = [withCode, ...(whatToDo ? [whatToDo] : [])].join(separator);
  return [
    `### ${code}`,
    "",
    text.split("\n").map(asCode).join("<br>\n"),
    "",
    severity === "warning" ? `A warning. ${cause}` : cause,
    "",
    ...(remedy ? [`What to do: ${remedy}`, ""] : []),
  ].join("\n");
}

/** @param {string} text */
function asCode(text) {
  return `\`${text.replaceAll("`", "'")}\``;
}

export function errorsPage() {
  const pages = chapters().map(({ title, note, entries }) =>
    [`## ${title}`, "", ...(note ? [note, ""] : []), ...Object.values(entries).map(entry)].join("\n"),
  );
  return [INTRODUCTION, ...pages].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(page, errorsPage());
