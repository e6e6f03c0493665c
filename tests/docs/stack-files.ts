import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { root } from "../support/command";

export const stackSchema = JSON.parse(readFileSync(join(root, "sdk", "stack.schema.json"), "utf8"));

/** The check of a stack file by the JSON Schema. Only editors know some of the keywords. */
export function compileSchema() {
  const vocabulary = ["deprecationMessage", "errorMessage", "markdownDescription", "patternErrorMessage"];
  const ajv = new Ajv({ strictSchema: true, strictTypes: false, validateFormats: false });
  return ajv.addVocabulary(vocabulary).compile(stackSchema);
}
