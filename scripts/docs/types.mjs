import ts from "typescript";
import { declarationOf, propertiesOf } from "./sources.mjs";

// Describes types in words: "list of objects", "string or `null`".

/**
 * A type in words, for one value and for several. `members` are the properties of an object, or of the objects of a list.
 *
 * @typedef {{
 *   one: string,
 *   many: string,
 *   members?: readonly ts.NamedDeclaration[],
 *   isList?: boolean,
 *   optional?: boolean,
 * }} Words
 */

/** Types that do not matter to the reader: only their argument does. */
const WRAPPERS = new Set(["pulumi.Input", "pulumi.Output", "pulumi.Unwrap"]);

/** @type {Partial<Record<ts.SyntaxKind, Words>>} */
const KEYWORDS = {
  [ts.SyntaxKind.StringKeyword]: { one: "string", many: "strings" },
  [ts.SyntaxKind.NumberKeyword]: { one: "number", many: "numbers" },
  [ts.SyntaxKind.BooleanKeyword]: { one: "boolean", many: "booleans" },
  [ts.SyntaxKind.UnknownKeyword]: { one: "any value", many: "any values" },
  [ts.SyntaxKind.ObjectKeyword]: { one: "list or object", many: "lists or objects" },
};

const OBJECT = { one: "object", many: "objects" };

/**
 * @param {ts.TypeNode} node
 * @returns {Words}
 */
export function wordsOf(node) {
  if (ts.isParenthesizedTypeNode(node)) return wordsOf(node.type);
  if (ts.isArrayTypeNode(node)) return listOf(wordsOf(node.elementType));
  if (ts.isUnionTypeNode(node)) return unionOf(node.types);
  if (ts.isIntersectionTypeNode(node)) return intersectionOf(node.types);
  if (ts.isTypeLiteralNode(node)) return { ...OBJECT, members: node.members };
  if (ts.isTypeReferenceNode(node)) return referenceOf(node);
  if (ts.isLiteralTypeNode(node)) return codeOf(node);
  return KEYWORDS[node.kind] ?? OBJECT;
}

/** @param {ts.TypeReferenceNode} node */
function referenceOf(node) {
  const name = node.typeName.getText();
  const [first, second] = node.typeArguments ?? [];
  if (WRAPPERS.has(name)) return wordsOf(first);
  if (name === "Array") return listOf(wordsOf(first));
  if (name === "Record") return recordOf(second);
  if (first && ts.isTypeQueryNode(first)) return { ...OBJECT, members: mappedProperties(first) };
  const declaration = declarationOf(name, node.getSourceFile());
  if (!declaration) return OBJECT;
  if (ts.isTypeAliasDeclaration(declaration)) return wordsOf(declaration.type);
  return ts.isInterfaceDeclaration(declaration) ? { ...OBJECT, members: membersOf(declaration) } : OBJECT;
}

/**
 * The properties of a constant: `Mapped<typeof CONSTANT>` has the same ones, with their doc comments.
 *
 * @param {ts.TypeQueryNode} query
 */
function mappedProperties(query) {
  return propertiesOf(query.exprName.getText(), query.getSourceFile());
}

/** The members of each interface that extends a type: the same list each time. */
const extended = new Map();

/** @param {ts.InterfaceDeclaration} declaration */
function membersOf(declaration) {
  const bases = declaration.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  const mapped = bases.flatMap(({ typeArguments = [] }) => typeArguments.filter(ts.isTypeQueryNode));
  if (mapped.length === 0) return declaration.members;
  const members = extended.get(declaration) ?? [...declaration.members, ...mapped.flatMap(mappedProperties)];
  extended.set(declaration, members);
  return members;
}

/** @param {Words} item */
function listOf({ many, members }) {
  return { one: `list of ${many}`, many: `lists of ${many}`, members, isList: true };
}

/** @param {ts.TypeNode} value */
function recordOf(value) {
  if (value.kind === ts.SyntaxKind.UnknownKeyword) return OBJECT;
  const { many } = wordsOf(value);
  return { one: `object of ${many}`, many: `objects of ${many}` };
}

/** @param {readonly ts.TypeNode[]} types */
function unionOf(types) {
  const defined = types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  const parts = defined.map(wordsOf);
  return {
    one: alternatives(parts.map(({ one }) => one)),
    many: alternatives(parts.map(({ many }) => many)),
    members: parts.find(({ members }) => members)?.members,
    isList: parts.some(({ isList }) => isList),
    optional: defined.length < types.length || parts.some(({ optional }) => optional),
  };
}

/**
 * A type with its properties, and a union that says which of them go together. Other intersections have no properties that
 * are described.
 *
 * @param {readonly ts.TypeNode[]} types
 */
function intersectionOf([first, second]) {
  return ts.isParenthesizedTypeNode(second) ? wordsOf(first) : OBJECT;
}

/** @param {string[]} texts */
function alternatives(texts) {
  return texts.join(", ").replace(/, ([^,]*)$/, " or $1");
}

/** @param {ts.LiteralTypeNode} node */
function codeOf(node) {
  const text = `\`${node.getText()}\``;
  return { one: text, many: text };
}
