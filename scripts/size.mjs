import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./setup/paths.mjs";
import { filesIn } from "./setup/stamp.mjs";

// Prints how large the code is: files, and lines of code without comments and blank lines.

const sdk = sourcesIn("sdk/src");
const named = (pattern) => sdk.filter(({ file }) => pattern.test(file));
// A class of a resource is mostly its documentation, and has a file of its own.
const longest = sdk
  .filter(({ file }) => !/^(resources|functions)\/([^/]+)\/\2\.ts$/.test(file))
  .sort((one, other) => other.lines - one.lines)[0];

const rows = [
  ["sdk/src", sdk],
  ["sdk/src without cli, stack and testing", named(/^(?!cli\/|stack\/|stack\.|testing\/|testing\.)/)],
  ["sdk/src/platform/http", named(/^platform\/http\//)],
  ["sdk/src/platform/tasks", named(/^platform\/tasks\//)],
  [`longest file: sdk/src/${longest.file}`, [longest]],
  ["tests", sourcesIn("tests")],
];
console.log(`${"code".padEnd(70)} ${"lines".padStart(7)} ${"files".padStart(6)}`);
for (const [name, files] of rows) {
  const lines = files.reduce((sum, each) => sum + each.lines, 0);
  console.log(`${name.padEnd(70)} ${String(lines).padStart(7)} ${String(files.length).padStart(6)}`);
}

/** @param {string} folder */
function sourcesIn(folder) {
  const names = filesIn(path.join(root, folder)).filter((name) => /^(?!.*node_modules).*\.m?ts$/.test(name));
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
