import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { parseYaml } from "../../sdk/src/cli/yaml";
import { root } from "../support/command";

interface StackFile {
  name: string;
  text: string;
  content: unknown;
}

/** Every stack file in the docs and the templates. */
export function stackFiles(): StackFile[] {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const blocks = pages.flatMap((page) => {
    const text = readFileSync(join(root, "docs", page), "utf8");
    const found = [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = ""]) => block);
    return found.map((block, index) => ({ name: `stack file ${index + 1} of docs/${page}`, text: block }));
  });
  const template = join("templates", "declarative", "Pulumi.dev.yaml");
  const files = [...blocks, { name: template, text: readFileSync(join(root, template), "utf8") }];
  return files
    .filter(({ text }) => /^config:/m.test(text))
    .map((file) => ({ ...file, content: parseYaml(file.text, file.name) }));
}

export const schemaText = readFileSync(join(root, "sdk", "stack.schema.json"), "utf8");

/** The check of a stack file by the JSON Schema. Only editors know some of the keywords. */
export function compileSchema() {
  const vocabulary = ["deprecationMessage", "errorMessage", "markdownDescription", "patternErrorMessage"];
  const ajv = new Ajv({ strictSchema: true, strictTypes: false, validateFormats: false });
  return ajv.addVocabulary(vocabulary).compile(JSON.parse(schemaText));
}
