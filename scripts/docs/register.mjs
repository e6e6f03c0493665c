import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import ts from "typescript";
import {
  commentOf,
  declarationOf,
  firstSentence,
  isExported,
  nameOf,
  oneLine,
  parse,
  placeOf,
  root,
} from "./sources.mjs";

// The register of resources and functions: one folder each in sdk/src. All that the pages say about each of them.

/**
 * @typedef {{ operation: string, use: string, everywhere: boolean }} Operation
 * @typedef {{
 *   folder: string,
 *   names: string[],
 *   page: string,
 *   example: string,
 *   summary: string,
 *   operations: Operation[],
 *   inputs: readonly ts.TypeElement[],
 *   outputs: readonly (ts.TypeElement | ts.ClassElement)[],
 * }} Entry
 */

const require = createRequire(import.meta.url);

/** @returns {Entry[]} */
export function resources() {
  return foldersOf("resources").map((folder) => {
    const source = sourceOf("resources", folder);
    const type = source.statements.find((node) => ts.isClassDeclaration(node) && isExported(node));
    if (!type) throw new Error(`resources/${folder}/${folder}.ts exports no class`);
    return {
      ...entryOf("resources", folder, type, [nameOf(type)]),
      inputs: membersOf(`${nameOf(type)}Args`, source),
      outputs: type.members.filter((member) => ts.isPropertyDeclaration(member) && !isStatic(member)),
    };
  });
}

/** @returns {Entry[]} */
export function functions() {
  return foldersOf("functions").map((folder) => {
    const source = sourceOf("functions", folder);
    const exported = source.statements.filter(
      (node) => (ts.isFunctionDeclaration(node) || ts.isVariableStatement(node)) && isExported(node),
    );
    const [first, ...others] = exported.filter((node) => !nameOf(node).endsWith("Output"));
    if (!first) throw new Error(`functions/${folder}/${folder}.ts exports no function`);
    const name = nameOf(first);
    const types = name[0].toUpperCase() + name.slice(1);
    return {
      ...entryOf("functions", folder, first, [name, ...others.map(nameOf)]),
      inputs: membersOf(`${types}Args`, source),
      outputs: membersOf(`${types}Result`, source),
    };
  });
}

/** What changes of each input do: the properties of the resource's handler. */
export function behaviourOf({ folder, inputs }) {
  const { properties } = handlerOf({ folder });
  const declared = inputs.map(nameOf).sort().join();
  const handled = Object.keys(properties).sort().join();
  if (declared !== handled)
    throw new Error(
      `resources/${folder}: the arguments are ${declared}, the handler's properties ${handled}`,
    );
  return properties;
}

/** The handler of a resource. @param {Pick<Entry, "folder">} entry */
export function handlerOf({ folder }) {
  return require(`../../sdk/dist/resources/${folder}/handler`).handler;
}

/** @param {"resources" | "functions"} kind */
function foldersOf(kind) {
  return fs
    .readdirSync(path.join(root, "sdk", "src", kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function sourceOf(kind, folder) {
  return parse(path.join(root, "sdk", "src", kind, folder, `${folder}.ts`));
}

function entryOf(kind, folder, declaration, names) {
  const { text } = commentOf(declaration);
  const entry = {
    folder,
    names,
    page: `docs/${kind}/${folder}.md`,
    example: `examples/${folder}`,
    summary: firstSentence(text),
    operations: operationsOf(text),
  };
  if (entry.operations.length === 0)
    throw new Error(`the doc comment of ${placeOf(declaration)} has no Operations`);
  for (const file of [entry.page, `${entry.example}/index.ts`, `${entry.example}/Pulumi.yaml`])
    if (!fs.existsSync(path.join(root, file))) throw new Error(`${kind}/${folder} has no ${file}`);
  return entry;
}

/**
 * The operations that a doc comment lists under "Operations:" and "Operations that a deployment may lack:".
 *
 * @returns {Operation[]}
 */
function operationsOf(text) {
  return text
    .split("\n\n")
    .filter((paragraph) => /^Operations[^.]*:\n- /.test(paragraph))
    .flatMap((paragraph) => {
      const [title, ...items] = paragraph.split("\n- ");
      return items.map((item) => operationOf(item, title === "Operations:"));
    });
}

/**
 * @param {string} item
 * @param {boolean} everywhere
 */
function operationOf(item, everywhere) {
  const [, operation, use] = /^`([A-Z]+ [^`]+)`: (.+)$/.exec(oneLine(item)) ?? [];
  if (!operation) throw new Error(`"${item}" must have the form: \`METHOD /path\`: use`);
  return { operation, use, everywhere };
}

function membersOf(name, source) {
  const declaration = declarationOf(name, source);
  if (declaration && ts.isTypeAliasDeclaration(declaration)) {
    const [first] = ts.isIntersectionTypeNode(declaration.type) ? declaration.type.types : [declaration.type];
    if (ts.isTypeReferenceNode(first))
      return membersOf(first.typeName.getText(), declaration.getSourceFile());
  }
  if (!declaration || !ts.isInterfaceDeclaration(declaration))
    throw new Error(`${path.relative(root, source.fileName)} has no interface ${name}`);
  return declaration.members;
}

/** @param {ts.PropertyDeclaration} member */
function isStatic(member) {
  return member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}
