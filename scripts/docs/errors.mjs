import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { functions, resources } from "./register.mjs";
import { nameOf, oneLine, optionalCommentOf, parse, placeOf, propertiesOf, root } from "./sources.mjs";

// Generates docs/errors.md from the error definitions of the package and their doc comments. Run `npm run build` before.

const dist = path.join(root, "sdk", "dist");
const load = createRequire(import.meta.url);
/** @type {Chapter[]} */
const SHARED_CHAPTERS = load("./error-chapters.json");

const INTRODUCTION = `# Errors

Every error and warning by its code. The printed message has the code in brackets, and then what to do. This page has the cause, and what to
do where the message does not say it, or the message alone. Text in angle brackets differs from case to case.

Functions throw instances of \`Error\` with the property \`code\`. Those of the platform are \`PlatformError\`s, with the properties \`status\`,
\`reason\`, \`fields\` and \`advice\`. The error of a request begins with its method, path, status, the platform's own message, and the request id.

\`Error: Cannot find module 'pulumi-cloudplatform/provider'\` is a message of Node, without a code: the package is not installed. The
objects and the state are as before. See [moving out](moving.md#the-package-is-not-installed).
`;

/** @typedef {{ title: string, note?: string, module: string }} Chapter */
/** @typedef {{ code: string, message?: (facts: unknown) => string }} Definition */

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
 * The definitions, which are the only object that a module exports, with their doc comments. A definition whose message
 * has the cause and the remedy has none.
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
    const { text, example } = optionalCommentOf(property);
    if (!definition.message && !example) throw new Error(`${placeOf(property)} has no @example`);
    return { ...definition, example, paragraphs: text?.split("\n\n").map(oneLine) ?? [] };
  });
}

/** Stands in for the facts of an error: each property is its own name, as in \`<id>\`. */
const facts = new Proxy(
  {},
  {
    get: (_, name) =>
      `<${String(name)
        .replace(/([A-Z])/g, " $1")
        .toLowerCase()}>`,
  },
);

/**
 * An error with a doc comment needs no message: the terminal shows it.
 *
 * @param {Definition & { example?: string, paragraphs: string[] }} definition
 */
function entry({ code, message, example, paragraphs }) {
  const texts = message ? (paragraphs.length === 0 ? [message(facts)] : []) : [oneLine(example)];
  return `${[`### ${code}`, ...texts.map(asCode), ...paragraphs].join("\n\n")}\n`;
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

/** The paragraphs of the doc comment of each error, by code: none if it has no comment. */
export function paragraphsByCode() {
  const entries = chapters().flatMap(entriesOf);
  return Object.fromEntries(entries.map(({ code, paragraphs }) => [code, paragraphs]));
}
