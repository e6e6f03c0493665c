/**
 * Names of resources for objects of the platform, in their order: unique among each other and the taken names, without
 * characters that Pulumi interprets.
 */
export function resourceNames(
  objectNames: readonly string[],
  prefix: string | undefined,
  taken: readonly string[],
): string[] {
  const used = new Set(taken);
  return objectNames.map((objectName) => {
    const base = [prefix, plainName(objectName)].filter(Boolean).join("-");
    return unique(base, used, "-");
  });
}

/** Identifiers of variables for resources, in their order, beside other variables. */
export function variableNames(names: readonly string[], others: readonly string[] = []): string[] {
  const used = new Set([...RESERVED, ...others]);
  return names.map((name) => unique(variableName(name), used, ""));
}

/** The name of a variable: `edge-router` → `edgeRouter`, and `group-7-12` → `group7_12`. */
function variableName(name: string): string {
  const camel = name
    .split(/[^a-zA-Z0-9]+/)
    .reduce((before, word) => before + (/\d$/.test(before) && /^\d/.test(word) ? `_${word}` : capital(word)))
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  return /^[a-zA-Z]/.test(camel) ? camel : `resource${camel}`;
}

function capital(word: string): string {
  return word.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function plainName(text: string): string {
  return text.replace(/[^a-zA-Z0-9._]+/g, "-").replace(/^-|-$/g, "") || "object";
}

function unique(base: string, used: Set<string>, separator: string): string {
  let name = base;
  for (let count = 2; used.has(name); count++) name = `${base}${separator}${count}`;
  used.add(name);
  return name;
}

/** Words that cannot be a variable of a program, and the names that its imports, its module and Node.js declare. */
const RESERVED = [
  ...[
    "cloudplatform",
    "pulumi",
    "console",
    "exports",
    "global",
    "globalThis",
    "module",
    "process",
    "require",
  ],
  ...["arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default"],
  ...["delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function"],
  ...["if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "package"],
  ...["private", "protected", "public", "return", "static", "super", "switch", "this", "throw", "true"],
  ...["try", "typeof", "undefined", "var", "void", "while", "with", "yield"],
];
