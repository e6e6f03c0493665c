import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { functions, resources } from "./register.mjs";
import { commentOf, nameOf, oneLine, parse, placeOf, propertiesOf, root } from "./sources.mjs";

// Generates docs/errors.md from the error definitions of the package and their doc comments. Run `npm run build` before.

const dist = path.join(root, "sdk", "dist");
const load = createRequire(import.meta.url);
/** @type {Chapter[]} */
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

/** @typedef {{ title: string, note?: string, module: string }} Chapter */
/** @typedef {(facts: unknown) => string} Compose */
/** @typedef {string | Compose} Sentence */
/** @typedef {{ code: string, codeIsNotPrinted?: true, message?: Compose, advice?: Sentence }} Definition */

/** The chapters of error-chapters.json, and one for each resource and function with errors of its own. */
function chapters() {
  return [
    ...SHARED_CHAPTERS,
    ...chaptersOf("resources", resources()),
    ...chaptersOf("functions", functions()),
  ];
}

/**
 * @param {"resources" | "functions"} kind
 * @param {import("./register.mjs").Entry[]} entries
 * @returns {Chapter[]}
 */
function chaptersOf(kind, entries) {
  return entries
    .map(({ folder, names }) => ({ title: names[0], module: `${kind}/${folder}/errors` }))
    .filter(({ module }) => fs.existsSync(path.join(dist, `${module}.js`)));
}

/**
 * The definitions, which are the only object that a module exports, with their doc comments.
 *
 * @param {Chapter} chapter
 */
function entriesOf({ module }) {
  /** @type {[string, Record<string, Definition>]} */
  const [constant, definitions] = Object.entries(load(path.join(dist, module))).find(
    ([, exported]) => typeof exported === "object",
  );
  const source = parse(path.join(root, "sdk", "src", `${module}.ts`));
  return propertiesOf(constant, source).map((property) => {
    const definition = definitions[nameOf(property)];
    const { text, example } = commentOf(property);
    if (!definition.message && !example) throw new Error(`${placeOf(property)} has no @example`);
    return { ...definition, example, paragraphs: text.split("\n\n").map(oneLine) };
  });
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

/** @param {Definition & { example?: string, paragraphs: string[] }} definition */
function entry({ code, codeIsNotPrinted, message, example, advice, paragraphs }) {
  const sentence = message ? message(facts) : oneLine(example);
  const whatToDo = typeof advice === "function" ? advice(facts) : advice;
  const separator = message && !whatToDo?.includes("\n") ? ". " : "\n";
  const withCode = codeIsNotPrinted ? sentence : `${sentence} [${code}]`;
  const text = [withCode, ...(whatToDo ? [whatToDo] : [])].join(separator);
  const lines = text.split("\n").map(asCode).join("<br>\n");
  return `${[`### ${code}`, lines, ...paragraphs].join("\n\n")}\n`;
}

/** @param {string} text */
function asCode(text) {
  return `\`${text.replaceAll("`", "'")}\``;
}

export function errorsPage() {
  const pages = chapters().map((chapter) =>
    [...headOf(chapter), ...entriesOf(chapter).map(entry)].join("\n"),
  );
  return [INTRODUCTION, ...pages].join("\n");
}

/** @param {Chapter} chapter */
function headOf({ title, note }) {
  return [`## ${title}`, "", ...(note ? [note, ""] : [])];
}

/** The paragraphs of the doc comment of each error, by code. */
export function paragraphsByCode() {
  const entries = chapters().flatMap(entriesOf);
  return Object.fromEntries(entries.map(({ code, paragraphs }) => [code, paragraphs]));
}
