import { isObject, type Json, type JsonObject } from "../../util/json";
import { variableName, variableNames } from "./names";

/** A resource to declare in a program. */
export interface Declaration {
  type: string;
  name: string;
  inputs: JsonObject;
  /** The name of its Provider. */
  provider?: string | undefined;
}

const MAX_LINE_LENGTH = 100;

/** A program that declares the resources. */
export function typescriptProgram(declarations: readonly Declaration[]): string {
  const variables = variableNames(declarations.map(({ name }) => name));
  const statements = declarations.map(({ type, name, inputs, provider }, index) => {
    const options = provider === undefined ? "" : `, { provider: ${variableName(provider)} }`;
    const args = `${JSON.stringify(name)}, ${literal(inputs, "", true)}${options}`;
    return `const ${variables[index]} = new cloudplatform.${type}(${args});`;
  });
  return ['import * as cloudplatform from "pulumi-cloudplatform";', ...statements].join("\n\n");
}

/** A value as TypeScript. A value that fits on one line is written on one, unless `isBlock` is set. */
function literal(value: Json, indent: string, isBlock = false): string {
  if (!Array.isArray(value) && !isObject(value)) return JSON.stringify(value);
  const [open, close, space] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", " "];
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value as JsonObject).map(([key, item]) => `${keyText(key)}: ${literal(item, inner)}`);
  if (items.length === 0) return open + close;
  const line = `${open}${space}${items.join(", ")}${space}${close}`;
  if (!isBlock && !line.includes("\n") && indent.length + line.length < MAX_LINE_LENGTH - 20) return line;
  return [open, ...items.map((item) => `${inner}${item},`), `${indent}${close}`].join("\n");
}

function keyText(key: string): string {
  return /^[a-zA-Z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
