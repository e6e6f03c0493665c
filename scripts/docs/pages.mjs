import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { measurementsTable, picture } from "../../bench/report/page.mjs";
import { repositoryResults } from "../../bench/report/results.mjs";
import { behaviourOf, functions, resources } from "./register.mjs";
import { commentOf, declarationOf, firstSentence, nameOf, oneLine, parse, root } from "./sources.mjs";
import { argumentTables, code, inputTables, outputTables, table } from "./tables.mjs";
import { wordsOf } from "./types.mjs";

// Writes the generated parts of the pages: the text between `<!-- begin <name> -->` and `<!-- end <name> -->`.
// Run `npm run build` before.

const require = createRequire(import.meta.url);

/**
 * @typedef {import("./register.mjs").Entry} Entry
 * @typedef {import("./tables.mjs").Links} Links
 */

/** @returns {Record<string, string>} The new text of each page, by its path. */
export function pages() {
  const all = { resources: resources(), functions: functions() };
  const measured = repositoryResults();
  const described = new Map();
  return Object.fromEntries([
    ...all.resources.map((entry) => pageWith(entry.page, resourceParts(entry, described))),
    ...all.functions.map((entry) => pageWith(entry.page, functionParts(entry, described))),
    pageWith("README.md", {
      resources: listOf("Resource", all.resources),
      functions: listOf("Function", all.functions),
    }),
    pageWith("sdk/skills/pulumi-cloudplatform/SKILL.md", {
      resources: pathsOf(all.resources),
      functions: pathsOf(all.functions),
    }),
    pageWith("docs/interface.md", operationTables([...all.resources, ...all.functions])),
    pageWith("bench/README.md", { measurements: measurementsTable(measured) }),
    ["docs/performance.svg", picture(measured)],
    ...commandPages({
      import: { ids: idTable() },
      recover: { "killed creations": killedCreationTable(all.resources) },
    }),
    pageWith("examples/README.md", { examples: exampleList([...all.resources, ...all.functions]) }),
  ]);
}

/**
 * A page with its generated parts. The page must have a place for each of them, and no place for others.
 *
 * @param {string} page
 * @param {Record<string, string>} parts
 */
function pageWith(page, parts) {
  const text = fs.readFileSync(path.join(root, page), "utf8");
  const found = [];
  const written = text.replace(/(<!-- begin (.+?) -->\n).*?(<!-- end \2 -->)/gs, (_, begin, name, end) => {
    found.push(name);
    return `${begin}\n${parts[name]}\n\n${end}`;
  });
  const [expected, actual] = [Object.keys(parts).sort().join(), found.sort().join()];
  if (expected !== actual) throw new Error(`${page} must have the parts ${expected}, and has ${actual}`);
  return [page, written];
}

/** The pages of subcommands that have no page of their name. */
const PAGES_OF_COMMANDS = { doctor: "troubleshooting", recover: "interrupted-runs" };

/**
 * The pages with the usage of each subcommand of `pulumi-cloudplatform`.
 *
 * @param {Record<string, Record<string, string>>} others More parts of these pages, by the subcommand.
 */
function commandPages(others) {
  const { COMMANDS } = require("../../sdk/dist/cli/commands");
  const { commandUsage } = require("../../sdk/dist/cli/usage");
  return Object.entries(COMMANDS).map(([name, command]) => {
    const usage = ["```text", commandUsage(name, command), "```"].join("\n");
    return pageWith(`docs/${PAGES_OF_COMMANDS[name] ?? name}.md`, { usage, ...others[name] });
  });
}

/** The ids that the command `import` accepts. */
function idTable() {
  const { loadHandlers } = require("../../sdk/dist/resources/handlers");
  const { isReadable, pathForms } = require("../../sdk/dist/cli/import/target");
  const rows = loadHandlers()
    .filter(isReadable)
    .map((handler) => {
      const { one, all } = pathForms(handler);
      const place = all === "" ? "the class alone: all of the account" : (all && code(all)) || "no list";
      return [code(handler.type), code(one), place];
    });
  return table([["Class", "Id of one object", "Place of several"], ...rows]);
}

/**
 * @param {Entry} entry
 * @param {Links} described
 */
function resourceParts(entry, described) {
  const { links, ...parts } = entry.folder === "quota-limit-request" ? limitParts() : { links: new Map() };
  const inputs = inputTables(entry.inputs, behaviourOf(entry), links);
  const outputs = outputTables(entry.outputs, "Properties of the output", links);
  remember(links, entry, described);
  return { inputs, outputs, operations: operationLists(entry), ...parts };
}

/**
 * @param {Entry} entry
 * @param {Links} described
 */
function functionParts(entry, described) {
  const folder = path.posix.dirname(entry.page);
  const links = new Map(
    [...described].map(([members, target]) => [members, path.posix.relative(folder, target)]),
  );
  const result = outputTables(entry.outputs, "Properties of", links);
  remember(links.set(entry.outputs, "#result"), entry, described);
  return { arguments: argumentTables(entry.inputs), result, operations: operationLists(entry) };
}

/**
 * Objects that this page describes: later pages of functions link to it.
 *
 * @param {Links} links
 * @param {Entry} entry
 * @param {Links} described Gets them, with the path of the page.
 */
function remember(links, { page }, described) {
  for (const [members, link] of links) if (link.startsWith("#")) described.set(members, `${page}${link}`);
}

/** The quota limits have tables of their own. */
function limitParts() {
  const source = parse(path.join(root, "sdk/src/resources/quota-limit-request/quota-limit-request.ts"));
  const { members } = declarationOf("RequestedLimits", source);
  const { GLOBAL_LIMITS, REGIONAL_LIMITS } = require("../../sdk/dist/platform/api/quota-names");
  const [globals, regionals] = members.map(({ type }) => wordsOf(type).members);
  return {
    links: new Map([
      [globals, "#global-limits"],
      [regionals, "#regional-limits"],
    ]),
    "global limits": limitTable(globals, GLOBAL_LIMITS),
    "regional limits": limitTable(regionals, REGIONAL_LIMITS),
  };
}

function limitTable(members, names) {
  const rows = members
    .filter((member) => names[nameOf(member)])
    .map((member) => [code(nameOf(member)), commentOf(member).text.replace(/\.$/, "")]);
  return table([["Property", "Description"], ...rows]);
}

/** Lists, because the paths would make a table too wide. */
function operationLists({ operations }) {
  const [everywhere, others] = [true, false].map((wanted) =>
    operations
      .filter((operation) => operation.everywhere === wanted)
      .map(({ operation, use }) => `- ${code(operation)}: ${use}`),
  );
  const lists = [
    { title: "All deployments have:", items: everywhere },
    { title: `Most deployments ${everywhere.length > 0 ? "also " : ""}have:`, items: others },
  ];
  return lists
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => [title, "", ...items].join("\n"))
    .join("\n\n");
}

/**
 * @param {string} head
 * @param {Entry[]} entries
 */
function listOf(head, entries) {
  const rows = entries.map((entry) => [linkTo(entry, "."), entry.summary]);
  return table([[head, "Description"], ...rows]);
}

/** @param {Entry[]} entries */
function pathsOf(entries) {
  return entries
    .map(
      ({ names, page, summary }) =>
        `- ${names.map(code).join(", ")}: ${plainText(summary)} See ${code(page)}.`,
    )
    .join("\n");
}

/** The skill has no links: it is read without the pages beside it. */
const plainText = (/** @type {string} */ summary) => summary.replace(/\[(.+?)\]\(.+?\)/g, "$1");

/**
 * @param {Entry} entry
 * @param {string} from The folder of the page that has the link.
 */
function linkTo({ names, page }, from) {
  return `[${names.map(code).join(", ")}](${path.posix.relative(from, page)})`;
}

/** @param {Entry[]} entries */
function operationTables(entries) {
  const uses = entries.flatMap((entry) => entry.operations.map((operation) => ({ entry, ...operation })));
  const documented = uses.filter(({ everywhere }) => everywhere);
  const others = uses.filter(({ everywhere }) => !everywhere);
  return {
    documented: operationTable(documented, ({ entry }) => linkTo(entry, "docs"), ", "),
    others: operationTable(others, ({ entry, use }) => `${linkTo(entry, "docs")} ${firstSentence(use)}`, " "),
  };
}

/**
 * @param {(import("./register.mjs").Operation & { entry: Entry })[]} uses
 * @param {(use: import("./register.mjs").Operation & { entry: Entry }) => string} cell
 * @param {string} separator
 */
function operationTable(uses, cell, separator) {
  const operations = [...new Set(uses.map(({ operation }) => operation))];
  const rows = operations.map((operation) => {
    const users = uses.filter((use) => use.operation === operation);
    return [code(operation), users.map(cell).join(separator)];
  });
  return table([["Operation", "Used by"], ...rows]);
}

/**
 * What the page of each resource says in the list "Lost replies and killed runs".
 *
 * @param {Entry[]} entries
 */
function killedCreationTable(entries) {
  const rows = entries.map((entry) => {
    const page = fs.readFileSync(path.join(root, entry.page), "utf8");
    if (!page.includes("\n- **Lost reply")) throw new Error(`${entry.page} has no "- **Lost reply.** …"`);
    const [, text] = /^- \*\*Killed creation\.\*\* (.+(?:\n {2}.+)*)/m.exec(page) ?? [];
    if (!text) throw new Error(`${entry.page} has no "- **Killed creation.** …"`);
    const links = text.replaceAll("](../", "](").replaceAll("](interrupted-runs.md#", "](#");
    return [linkTo(entry, "docs"), oneLine(links)];
  });
  return table([["Resource", "What the next `pulumi up` does about a creation of a killed run"], ...rows]);
}

/** @param {Entry[]} entries */
function exampleList(entries) {
  const rows = entries.map(({ folder, example }) => {
    const project = fs.readFileSync(path.join(root, example, "Pulumi.yaml"), "utf8");
    return [`[${folder}](${folder}/index.ts)`, oneLine(/^description: (.+)$/m.exec(project)[1])];
  });
  return table([["Folder", "Content"], ...rows]);
}

export function writePages() {
  for (const [page, text] of Object.entries(pages())) fs.writeFileSync(path.join(root, page), text);
}
