import { anchorOf } from "./anchors.mjs";
import { commentOf, nameOf, oneLine, placeOf } from "./sources.mjs";
import { wordsOf } from "./types.mjs";

// Writes the properties of inputs and outputs as Markdown tables: one table for each object.

/**
 * @typedef {import("typescript").TypeElement | import("typescript").PropertyDeclaration} Member
 * @typedef {Record<string, Pick<import("../../sdk/src/operation/properties").Property<unknown, unknown>,
 *   "replaces" | "transient" | "default" | "nested">>} Behaviour What changes of inputs do, as the handler describes it.
 * @typedef {Map<readonly Member[], string>} Links Objects whose properties are described already, and the link to them.
 * @typedef {{
 *   of: string,
 *   columns: Record<string, (row: Row) => string>,
 *   links: Links,
 *   behaviour?: Behaviour,
 * }} Style `of` is the start of the headings of further tables.
 * @typedef {{
 *   path: string,
 *   member: Member,
 *   type: string,
 *   optional: boolean,
 *   change: Change,
 *   members?: readonly Member[],
 * }} Row `members` need a further table.
 * @typedef {{ replaces?: boolean, transient?: boolean | "sent", removal?: unknown }} Change
 */

/** @param {string[]} cells */
const line = (cells) => `| ${cells.join(" | ")} |`;

/** @param {string[][]} rows The first one is the head. */
export function table([head, ...rows]) {
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** @param {string} text */
export const code = (text) => `\`${text}\``;

/**
 * The tables of a resource's inputs.
 *
 * @param {readonly Member[]} members
 * @param {Behaviour} behaviour
 * @param {Links} links
 */
export function inputTables(members, behaviour, links) {
  const columns = {
    Name: nameCell,
    Type: typeCell,
    Default: defaultCell,
    Change: changeCell,
    Description: descriptionCell,
  };
  return tables(members, { of: "Properties of", columns, links, behaviour });
}

/**
 * The tables of a function's arguments.
 *
 * @param {readonly Member[]} members
 */
export function argumentTables(members) {
  const columns = { Name: nameCell, Type: typeCell, Default: defaultCell, Description: descriptionCell };
  // An index signature has no name.
  const named = members.filter(({ name }) => name !== undefined);
  return tables(named, { of: "Properties of", columns, links: new Map() });
}

/**
 * The tables of a resource's outputs, or of a function's result.
 *
 * @param {readonly Member[]} members
 * @param {string} of
 * @param {Links} links
 */
export function outputTables(members, of, links) {
  const columns = { Name: nameCell, Type: outputTypeCell, Description: descriptionCell };
  return tables(members, { of, columns, links });
}

/**
 * @param {readonly Member[]} members
 * @param {Style} style
 * @param {string} [path] The object that has these properties.
 */
function tables(members, style, path) {
  const rows = members.map((member) => rowOf(member, style, path));
  const cells = rows.map((row) => Object.values(style.columns).map((cell) => cell(row)));
  const further = rows
    .filter((row) => row.members)
    .flatMap((row) => [headingOf(row.path, style), tables(row.members, style, row.path)]);
  return [table([Object.keys(style.columns), ...cells]), ...further].join("\n\n");
}

/**
 * @param {Member} member
 * @param {Style} style
 * @param {string | undefined} parent
 * @returns {Row}
 */
function rowOf(member, style, parent) {
  const { one, members, isList, optional } = wordsOf(member.type);
  const name = parent ? `${parent}.${nameOf(member)}` : nameOf(member);
  const path = isList ? `${name}[]` : name;
  const row = {
    path,
    member,
    type: one,
    optional: Boolean(optional || member.questionToken),
    change: changeOf(name, style.behaviour),
  };
  if (!members) return row;
  const isDescribed = style.links.has(members);
  if (!isDescribed) style.links.set(members, `#${anchorOf(headingOf(path, style).replace(/^#+ /, ""))}`);
  const type = one.replace(/objects?/, (text) => `[${text}](${style.links.get(members)})`);
  return { ...row, type, ...(!isDescribed && { members }) };
}

/**
 * @param {string} path
 * @param {Style} style
 */
function headingOf(path, { of }) {
  return `### ${of} ${code(path)}`;
}

/**
 * @param {string} path
 * @param {Behaviour} behaviour
 * @returns {Change}
 */
function changeOf(path, behaviour = {}) {
  const [name] = path.split(/[.[]/);
  const { kind, replaces, transient, default: removal, nested } = behaviour[name] ?? {};
  return {
    kind,
    replaces,
    transient,
    removal: path === name ? removal : nested?.[path.split(".").at(-1)],
  };
}

/** @param {Row} row */
function nameCell({ member }) {
  return code(nameOf(member));
}

/** @param {Row} row */
function outputTypeCell({ type, optional }) {
  return optional ? `${type} or \`undefined\`` : type;
}

/** @param {Row} row */
function typeCell({ type }) {
  return type;
}

/** @param {Row} row */
function defaultCell({ member, optional }) {
  return optional ? (commentOf(member).default ?? "none") : "required";
}

/** @param {Row} row */
function changeCell({ change: { kind, replaces, transient, removal } }) {
  if (replaces) return "replaces";
  if (kind !== "sent" && transient) return "no update";
  return removal === undefined ? "updates" : `updates; removal sets ${code(JSON.stringify(removal))}`;
}

const REPLACES = / A change replaces the \w+\.$/;

/** The doc comment, without the sentence that the column "Change" has. The sentence must agree with the handler. */
function descriptionCell({ member, path, change }) {
  const text = oneLine(commentOf(member).text);
  const isTop = !path.includes(".");
  if (isTop && REPLACES.test(text) !== Boolean(change.replaces))
    throw new Error(
      `the doc comment of ${placeOf(member)} and its handler disagree on "A change replaces …"`,
    );
  return text.replace(REPLACES, "").replaceAll("|", "\\|");
}
