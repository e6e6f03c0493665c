import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { filesIn, root } from "./setup/paths.mjs";

// Prints how large the code is: files, and lines of code without comments and blank lines. And the words of the pages.

const sdk = sourcesIn("sdk/src");
const named = (pattern) => sdk.filter(({ file }) => pattern.test(file));
// A class of a resource is mostly its documentation, and has a file of its own.
const longest = sdk
  .filter(({ file }) => !/^(resources|functions)\/([^/]+)\/\2\.ts$/.test(file))
  .sort((one, other) => other.lines - one.lines)[0];

const tests = sourcesIn("tests");
const testFolders = [...new Set(tests.map(({ file }) => file.split("/")[0]))].sort();

print("code", "lines", [
  ["sdk/src", sdk],
  ["sdk/src without cli, plugin and testing", named(/^(?!(?:cli|plugin|doors\/plugin|testing)[/.])/)],
  ["sdk/src/operation, provider and doors", named(/^(operation|provider|doors)\//)],
  ["sdk/src/doors/plugin", named(/^doors\/plugin\//)],
  ["sdk/src/platform/http", named(/^platform\/http\//)],
  ["sdk/src/platform/tasks", named(/^platform\/tasks\//)],
  [`longest file: sdk/src/${longest.file}`, [longest]],
  ["simulator/src", sourcesIn("simulator/src")],
  ["scripts", sourcesIn("scripts")],
  ["scripts/setup and scripts/cli", sourcesIn("scripts/setup").concat(sourcesIn("scripts/cli"))],
  ["sdk/src/cli", named(/^cli[/.]/)],
  ["bench", sourcesIn("bench")],
  ["tests", tests],
  ...testFolders.map((folder) => [
    `tests/${folder}`,
    tests.filter(({ file }) => file.startsWith(`${folder}/`)),
  ]),
]);
printRow("members of the interfaces that the author of a resource meets", authorMembers(), 6);
print("pages", "words", [
  [
    "README.md, CONTRIBUTING.md, docs and examples",
    pagesIn(/^(README|CONTRIBUTING)\.md$|^(docs|examples)\//),
  ],
  ["architecture.md and CONTRIBUTING.md", pagesIn(/^CONTRIBUTING\.md$|^docs\/architecture\.md$/)],
  ["simulator, bench, sdk and templates", pagesIn(/^(simulator|bench|sdk|templates)\//)],
]);

/**
 * @param {string} what
 * @param {"lines" | "words"} unit
 * @param {[string, { lines?: number, words?: number }[]][]} rows
 */
function print(what, unit, rows) {
  printRow(what, unit, "files");
  for (const [name, files] of rows) {
    const sum = files.reduce((total, each) => total + each[unit], 0);
    printRow(name, sum, files.length);
  }
}

/**
 * @param {string} name
 * @param {number | string} size
 * @param {number | string} files
 */
function printRow(name, size, files) {
  console.log(`${name.padEnd(70)} ${String(size).padStart(7)} ${String(files).padStart(6)}`);
}

/** The members of all types that handlers write values of, also of literal types and tuples with names. */
function authorMembers() {
  const operation = ["resource", "creation", "identity", "properties", "unordered-list"];
  const files = [...operation.map((name) => `operation/${name}`), "platform/api/tasks"];
  // What these files derive, or return to other callers.
  const others = ["AnyProperty", "Difference", "ParsedParts", "TaskRecord", "Tasks"];
  const isOfAuthors = (node) =>
    (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && !others.includes(node.name.text);
  const membersIn = (node) => {
    const isMember = ts.isTypeElement(node) || ts.isNamedTupleMember(node);
    let count = isMember && !ts.isMappedTypeNode(node.parent) ? 1 : 0;
    ts.forEachChild(node, (child) => {
      count += membersIn(child);
    });
    return count;
  };
  return files
    .map((name) => path.join(root, "sdk/src", `${name}.ts`))
    .map((name) => ts.createSourceFile(name, fs.readFileSync(name, "utf8"), ts.ScriptTarget.Latest, true))
    .flatMap(({ statements }) => statements.filter(isOfAuthors))
    .reduce((sum, node) => sum + membersIn(node), 0);
}

/** @param {RegExp} pattern  The paths of the pages, from the root. */
function pagesIn(pattern) {
  const list = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" });
  const pages = list.split("\n").filter((name) => pattern.test(name));
  return pages.map((name) => ({
    words: fs.readFileSync(path.join(root, name), "utf8").split(/\s+/).filter(Boolean).length,
  }));
}

/** @param {string} folder */
function sourcesIn(folder) {
  const names = filesIn(path.join(root, folder)).filter((name) =>
    /^(?!.*node_modules).*\.(m?ts|[cm]?js)$/.test(name),
  );
  return names.map((name) => ({
    file: path.relative(path.join(root, folder), name).split(path.sep).join("/"),
    lines: codeLines(fs.readFileSync(name, "utf8")),
  }));
}

/**
 * The lines that have a token: neither blank, nor only a comment.
 *
 * @param {string} text
 */
function codeLines(text) {
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest);
  const lines = new Set();
  const visit = (node) => {
    const parts = node.getChildren(source).filter((part) => !ts.isJSDoc(part));
    if (parts.length > 0) return parts.forEach(visit);
    if (node.getWidth(source) === 0) return;
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
    for (let line = first; line <= last; line++) lines.add(line);
  };
  visit(source);
  return lines.size;
}
