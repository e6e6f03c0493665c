import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { tokenOf } from "./plugin-types.mjs";
import { root } from "./sources.mjs";

// The descriptions of resources and functions in the Pulumi schema: the doc comment, the examples of the page, and the id of an
// import. The SDK of a language has the examples of its language only.

const require = createRequire(import.meta.url);

/** The operations, which the pages list, and the classes of errors. */
const TYPESCRIPT_ONLY = /^(Operations[^.]*:\n- |Errors: `)/;

/** An argument of a name of its own, which only the function of the package accepts. */
const PACKAGE_ONLY = /dataSet:/;

/**
 * @param {import("./register.mjs").Entry} entry
 * @param {string} comment
 */
export function descriptionOf(entry, comment) {
  const prose = comment.split("\n\n").filter((paragraph) => !TYPESCRIPT_ONLY.test(paragraph));
  return [...prose, ...examplesOf(entry), ...importOf(entry)].join("\n\n");
}

/**
 * The examples of the page that are in YAML and Python as well, those in TypeScript with the generated SDK.
 *
 * @param {import("./register.mjs").Entry} entry
 */
function examplesOf({ page }) {
  const text = fs.readFileSync(path.join(root, page), "utf8");
  const [, section = ""] = /^## Example Usage\n\n(.*?)^## /ms.exec(text) ?? [];
  const pattern =
    /^([^`\n][^\n]*)\n\n```ts\n((?:(?!^```).)*^```\n\n)(```yaml\n.*?^```\n\n```python\n.*?^```\n)/gms;
  const examples = [...section.matchAll(pattern)].map(([, title, program, blocks]) =>
    ["{{% example %}}", title, `${withSdk(program)}${blocks}{{% /example %}}`].join("\n\n"),
  );
  if (examples.length === 0) throw new Error(`${page} has no example in YAML and Python`);
  return ["## Example Usage", "{{% examples %}}", ...examples, "{{% /examples %}}"];
}

/** The program of an example with the generated SDK; empty if the SDK cannot express it. */
function withSdk(program) {
  if (PACKAGE_ONLY.test(program)) return "";
  return `\`\`\`typescript\n${program.replace('"pulumi-cloudplatform"', '"pulumi-cloudplatform-sdk"')}`;
}

/** @param {import("./register.mjs").Entry} entry */
function importOf({ names: [name] }) {
  const { loadHandlers } = require("../../sdk/dist/resources/handlers");
  const { isReadable, pathForms } = require("../../sdk/dist/cli/import/target");
  const handler = loadHandlers().find(({ type }) => type === name);
  if (!handler || !isReadable(handler)) return [];
  const command = `$ pulumi import ${tokenOf(name)} <name> ${pathForms(handler).one}`;
  return ["## Import", `\`\`\`sh\n${command}\n\`\`\``];
}
