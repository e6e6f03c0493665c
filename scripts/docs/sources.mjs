import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

// Reads declarations and their doc comments from the TypeScript sources, without resolving types.

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @typedef {{ text?: string, default?: string, example?: string }} OptionalComment */
/** @typedef {OptionalComment & { text: string }} Comment */

/** @type {Map<string, ts.SourceFile>} */
const parsed = new Map();

/** @param {string} file */
export function parse(file) {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ES2023, true);
  parsed.set(file, source);
  return source;
}

/**
 * The declaration of a type or constant: in the same file, or in another file of the package that the file imports.
 *
 * @param {string} name
 * @param {ts.SourceFile} source
 * @returns {ts.Statement | undefined}
 */
export function declarationOf(name, source) {
  const local = source.statements.find((statement) => nameOf(statement) === name);
  if (local) return local;
  const specifier = source.statements.find((statement) => imports(statement, name))?.moduleSpecifier.text;
  if (!specifier?.startsWith(".")) return undefined;
  return declarationOf(name, parse(path.join(path.dirname(source.fileName), `${specifier}.ts`)));
}

/** @param {ts.Node & { name?: ts.Node }} node */
export function nameOf(node) {
  const named = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : node;
  return named.name?.getText();
}

/**
 * @param {ts.Statement} statement
 * @param {string} name
 */
function imports(statement, name) {
  if (!ts.isImportDeclaration(statement)) return false;
  const bindings = statement.importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) && bindings.elements.some((item) => nameOf(item) === name);
}

/**
 * The properties of a constant whose value is an object, also with `as` or `satisfies`.
 *
 * @param {string} name
 * @param {ts.SourceFile} source
 */
export function propertiesOf(name, source) {
  const { initializer } = declarationOf(name, source).declarationList.declarations[0];
  return (initializer.expression ?? initializer).properties;
}

/** @param {ts.Node} node */
export function isExported(node) {
  return ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export;
}

/**
 * The doc comment of a declaration. A declaration without one is an error.
 *
 * @param {ts.Node} node
 * @returns {Comment}
 */
export function commentOf(node) {
  const { text, ...tags } = optionalCommentOf(node);
  if (!text) throw new Error(`${placeOf(node)} has no description`);
  return { text, ...tags };
}

/**
 * The doc comment of a declaration that may have none.
 *
 * @param {ts.Node} node
 * @returns {OptionalComment}
 */
export function optionalCommentOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  const tag = (name) =>
    ts.getTextOfJSDocComment(comment?.tags?.find(({ tagName }) => tagName.text === name)?.comment);
  return {
    text: ts.getTextOfJSDocComment(comment?.comment),
    default: tag("default"),
    example: tag("example"),
  };
}

/**
 * A declaration, as error messages name it.
 *
 * @param {ts.Node} node
 */
export function placeOf(node) {
  return `${nameOf(node)} in ${path.relative(root, node.getSourceFile().fileName)}`;
}

/** @param {string} text */
export function firstSentence(text) {
  return oneLine(/^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text);
}

/** @param {string} text */
export function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}
