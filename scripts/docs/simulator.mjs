import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

// Writes the table of options in simulator/README.md from the one that the command parses. Run `npm run build` before.

const root = fileURLToPath(new URL("../..", import.meta.url));
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

export function simulatorReadme() {
  return fs.readFileSync(page, "utf8").replace(/^\| Command \|.*?\n(?=\n)/ms, () => `${optionsTable()}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(page, simulatorReadme());
