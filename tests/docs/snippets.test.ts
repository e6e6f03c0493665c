import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import ts from "typescript";
import { root } from "../support/command";
import { filesIn, foldersOf } from "./register";

// Each TypeScript block of the pages and of the doc comments is a complete program that compiles with the compiled package.

interface Snippet {
  /** File and line of the block. */
  place: string;
  code: string;
}

const pages = ["README.md", "sdk/README.md", ...filesIn("docs", ".md")];
const sources = [
  "sdk/src/pulumi/program/provider.ts",
  ...filesIn("sdk/src/resources", ".ts"),
  ...filesIn("sdk/src/functions", ".ts"),
];
const snippets = [...pages, ...sources].flatMap(snippetsOf);

test("each resource and function has a snippet on its page and in its doc comment", () => {
  const expected = (["resources", "functions"] as const).flatMap((kind) =>
    foldersOf(kind).flatMap((name) => [`docs/${kind}/${name}.md`, `sdk/src/${kind}/${name}/${name}.ts`]),
  );
  const found = new Set(snippets.map(({ place }) => place.split(":")[0]));
  expect(expected.filter((file) => !found.has(file))).toEqual([]);
});

test("all snippets compile", () => {
  const files = new Map(
    snippets.map((snippet, index) => [join(root, `snippet-${index}.${extension(snippet)}`), snippet]),
  );
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([...files.keys()], { ...options, noUnusedLocals: false }, hostOf(files));
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
    const message = ts.flattenDiagnosticMessageText(messageText, "\n");
    return `${files.get(file?.fileName ?? "")?.place}, line ${line + 1}: ${message}`;
  });
  expect(errors).toEqual([]);
});

function snippetsOf(file: string): Snippet[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^( \* )?```ts\n(.*?)^\1?```$/gms)].map(({ 2: block = "", index }) => ({
    place: `${file}:${text.slice(0, index).split("\n").length}`,
    code: block.replace(/^ \* ?/gm, ""),
  }));
}

/** A script with top-level await is an ES module. A Pulumi program is not. */
function extension({ code }: Snippet): "ts" | "mts" {
  return hasTopLevelAwait(ts.createSourceFile("snippet.ts", code, ts.ScriptTarget.ES2023)) ? "mts" : "ts";
}

function hasTopLevelAwait(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true;
  return ts.forEachChild(node, hasTopLevelAwait) ?? false;
}

/** Reads the snippets from memory, and all other files from the disk. */
function hostOf(files: Map<string, Snippet>): ts.CompilerHost {
  const host = ts.createCompilerHost({});
  return {
    ...host,
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name)?.code ?? host.readFile(name),
    getSourceFile: (name, language) => {
      const code = files.get(name)?.code;
      return code === undefined
        ? host.getSourceFile(name, language)
        : ts.createSourceFile(name, code, language);
    },
  };
}
