import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./sources.mjs";

// Writes two tables in simulator/README.md: the options that the command parses, and the kinds of objects that the areas
// have. Run `npm run build` before.

const page = path.join(root, "simulator", "README.md");

/** @typedef {import("../../simulator/src/cli/options").CommandOption} Option */

function optionsTable() {
  const { commandOptions, ...names } = createRequire(import.meta.url)("../../simulator/dist/cli/options");
  const rows = Object.entries(commandOptions).map(([name, option]) => row(name, option, names));
  return ["| Command | `startSimulator` | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

/**
 * @param {string} name
 * @param {Option} option
 * @param {Pick<typeof import("../../simulator/src/cli/options"), "typed" | "standardOf">} names
 */
function row(name, option, { typed, standardOf }) {
  const command = `\`${typed(name, option)}\`${option.multiple ? " (repeatable)" : ""}`;
  const code = option.code ? `\`${option.code}\`` : "";
  const standard = standardOf(option) ?? (option.type === "boolean" ? "off" : "none");
  const inCode = option.standardInCode ? `; ${option.standardInCode} in code` : "";
  const more = option.more ? `. ${option.more}` : "";
  return `| ${command} | ${code} | ${standard}${inCode} | ${option.meaning}${more} |`;
}

function kindsTable() {
  const load = createRequire(import.meta.url);
  const { openAreas } = load("../../simulator/dist/areas");
  const { createPlatform } = load("../../simulator/dist/platform");
  const { settle } = load("../../simulator/dist/options");
  /** @type {import("../../simulator/src/areas").Areas} */
  const areas = openAreas(createPlatform(settle({})));
  const rows = [...areas.byName].flatMap(([area, { objects = [] }]) =>
    objects.map((kind) => kindRow(area, kind, load("../../simulator/dist/openapi/schemas").jsonSchema)),
  );
  return ["| Kind | Area | `POST` needs | `PATCH` |", "|---|---|---|---|", ...rows].join("\n");
}

/**
 * @param {string} area
 * @param {import("../../simulator/src/areas/object-kind").ObjectKind} kind
 * @param {typeof import("../../simulator/src/openapi/schemas").jsonSchema} jsonSchema
 */
function kindRow(area, { name, addition, change }, jsonSchema) {
  const needed = (jsonSchema(addition).required ?? []).map((field) => `\`${field}\``).join(", ");
  return `| \`${name}\` | \`${area}\` | ${needed || "nothing"} | ${change ? "yes" : "no"} |`;
}

export function simulatorReadme() {
  return fs
    .readFileSync(page, "utf8")
    .replace(/^\| Command \|.*?\n(?=\n)/ms, () => `${optionsTable()}\n`)
    .replace(/(?<=<!-- begin kinds -->\n).*?(?=<!-- end kinds -->)/s, () => `\n${kindsTable()}\n\n`);
}
