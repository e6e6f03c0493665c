import { nameOf } from "../../pulumi/names";
import { isObject, type Json, type JsonObject } from "../../util/json";
import type { References } from "./account";
import { variableName } from "./names";

/** A resource to declare. */
interface Declaration {
  type: string;
  name: string;
  inputs: JsonObject;
}

const MAX_LINE_LENGTH = 100;

const IMPORT_LINE = 'import * as cloudplatform from "pulumi-cloudplatform";';

/** A program that declares the resources, which all have the same Provider and parent. */
export function typescriptProgram(
  declarations: readonly Declaration[],
  { provider, parent }: References = {},
): string {
  const references = Object.entries({ provider, parent }).flatMap(([option, urn]) =>
    urn === undefined ? [] : [`${option}: ${variableName(nameOf(urn))}`],
  );
  const last = references.length > 0 ? `, { ${references.join(", ")} }` : "";
  const statements = declarations.map(
    ({ type, name, inputs }) =>
      `new cloudplatform.${type}(${string(name)}, ${literal(inputs, "", true)}${last});`,
  );
  return [IMPORT_LINE, ...statements].join("\n\n");
}

/** A value as TypeScript. A value that fits on one line is written on one, unless `isBlock` is set. */
function literal(value: Json, indent: string, isBlock = false): string {
  if (typeof value === "string") return string(value);
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
  return /^[a-zA-Z_$][\w$]*$/.test(key) ? key : string(key);
}

/**
 * A text in double quotes, in which a terminal or a CI runner interprets nothing: no control or invisible characters, and no
 * `##`.
 */
function string(text: string): string {
  return JSON.stringify(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
      const hex = (character.codePointAt(0) as number).toString(16);
      return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
    })
    .replace(/#(?=#)/g, "\\u0023");
}
