import path from "node:path";
import ts from "typescript";
import { root } from "./sources.mjs";

// The exported types of the built package as the compiler resolves them: the types of quotas are computed.

/** An input or an output is its value here. */
const PULUMI = `
  export type Input<T> = T;
  export type Output<T> = T;
  export type Unwrap<T> = T;
  export class CustomResource {}
  export class ProviderResource {}`;

const entry = path.join(root, "sdk", "dist", "index.d.ts");
const pulumi = path.join(root, "sdk", "dist", "pulumi-values.d.ts");

/** @returns {{ checker: ts.TypeChecker, exported: Map<string, ts.Symbol> }} */
export function compiledTypes() {
  const options = {
    target: ts.ScriptTarget.ES2023,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
  };
  const program = ts.createProgram([entry], options, hostFor(options));
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
  if (!module) throw new Error(`${path.relative(root, entry)} is missing: run \`npm run build\``);
  const symbols = checker.getExportsOfModule(module).map((symbol) => {
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    return /** @type {const} */ ([symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol]);
  });
  return { checker, exported: new Map(symbols) };
}

/** @param {ts.CompilerOptions} options */
function hostFor(options) {
  const host = ts.createCompilerHost(options);
  const fromDisk = host.getSourceFile;
  host.getSourceFile = (file, ...others) =>
    file === pulumi ? ts.createSourceFile(file, PULUMI, ts.ScriptTarget.ES2023) : fromDisk(file, ...others);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => ({ resolvedModule: moduleNamed(text, path.dirname(from)) }));
  return host;
}

/** Other packages are not loaded: no exported type of data needs them. */
function moduleNamed(name, folder) {
  const files = name.startsWith(".") ? [`${name}.d.ts`, `${name}/index.d.ts`] : [];
  const found = files.map((file) => path.resolve(folder, file)).find(ts.sys.fileExists);
  const file = name === "@pulumi/pulumi" ? pulumi : found;
  return file && { resolvedFileName: file, extension: ts.Extension.Dts };
}
