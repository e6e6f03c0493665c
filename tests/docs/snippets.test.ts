import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import ts from "typescript";
import { root } from "../support/command";
import { filesIn } from "./register";

const files = [
  ...["README.md", "sdk/README.md", "sdk/src/doors/dynamic/program/provider.ts"],
  ...filesIn("docs", ".md"),
  ...filesIn("sdk/src/resources", ".ts"),
  ...filesIn("sdk/src/functions", ".ts"),
];

test("each TypeScript block of the pages and the doc comments is a program that compiles with the package", () => {
  const snippets = new Map(files.flatMap(snippetsOf));
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    [...snippets.keys()],
    { ...options, noUnusedLocals: false },
    hostOf(snippets),
  );
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
    return `${file?.fileName}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(errors).toEqual([]);
  expect(snippets.size).toBeGreaterThan(50);
});

/** The blocks of a file, by names that contain its name and the line. */
function snippetsOf(file: string): Array<[name: string, code: string]> {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^( \* )?```ts\n(.*?)^\1?```$/gms)].map(({ 2: block = "", index }) => {
    const code = block.replace(/^ \* ?/gm, "");
    const line = text.slice(0, index).split("\n").length;
    // A script with top-level await is an ES module. A Pulumi program is not.
    const extension = hasTopLevelAwait(ts.createSourceFile("", code, ts.ScriptTarget.ES2023)) ? "mts" : "ts";
    return [join(root, `${file.replaceAll("/", "-")}-${line}.${extension}`), code];
  });
}

function hasTopLevelAwait(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true;
  return ts.forEachChild(node, hasTopLevelAwait) ?? false;
}

/** Reads the snippets from memory, and all other files from the disk. */
function hostOf(snippets: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost({});
  return {
    ...host,
    fileExists: (name) => snippets.has(name) || host.fileExists(name),
    getSourceFile: (name, language) => {
      const code = snippets.get(name);
      return code === undefined
        ? host.getSourceFile(name, language)
        : ts.createSourceFile(name, code, language);
    },
  };
}
