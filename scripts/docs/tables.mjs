import { commentOf, oneLine, placeOf } from "./sources.mjs";
import { wordsOf } from "./types.mjs";

// Writes the properties of inputs and outputs as Markdown tables: one table for each object.

/**
 * @typedef {import("typescript").TypeElement | import("typescript").PropertyDeclaration} Member
 * @typedef {Record<string, Pick<import("../../sdk/src/contract/property").Property<unknown, unknown>,
 *   "replaces" | "transient" | "default" | "nested">>} Behaviour What changes of inputs do, as the handler describes it.
 * @typedef {Map<readonly Member[], string>} Anchors Objects whose properties are described already, and where.
 * @typedef {{ of: string, anchors: Anchors, columns: Record<string, (row: Row) => string> }} Style
 * @typedef {{ path: string, member: Member, type: string, optional: boolean, change: Change }} Row
 * @typedef {{ replaces?: boolean, transient?: boolean, removal?: unknown }} Change
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
 * @param {Anchors} anchors
 */
export function inputTables(members, behaviour, anchors) {
  const columns = {
    Name: nameCell,
    Type: typeCell,
    Default: defaultCell,
    Change: changeCell,
    Description: descriptionCell,
  };
  return tables(members, { of: "Properties of", anchors, columns }, behaviour);
}

/**
 * The tables of a function's arguments.
 *
 * @param {readonly Member[]} members
 */
export function argumentTables(members) {
  const columns = { Name: nameCell, Type: typeCell, Default: defaultCell, Description: descriptionCell };
  return tables(members, { of: "Properties of", anchors: new Map(), columns });
}

/**
 * The tables of a resource's outputs, or of a function's result.
 *
 * @param {readonly Member[]} members
 * @param {string} of The start of the headings of further tables.
 * @param {Anchors} anchors
 */
export function outputTables(members, of, anchors) {
  const columns = { Name: nameCell, Type: outputTypeCell, Description: descriptionCell };
  return tables(members, { of, anchors, columns });
}

/**
 * @param {readonly Member[]} members
 * @param {Style} style
 * @param {Behaviour} [behaviour]
 * @param {string} [path]
 */
function tables(members, style, behaviour, path = "") {
  const further = [];
  const rows = members.map((member) => {
    const name = member.name.getText();
    const inner = path ? `${path}.${name}` : name;
    const { one, members: parts, optional = false } = wordsOf(member.type);
    const object = `${inner}${one.includes("list of") ? "[]" : ""}`;
    const anchor = parts && style.anchors.get(parts);
    const link = anchor ?? (parts && slug(`${style.of} ${object}`));
    if (parts && !anchor) {
      style.anchors.set(parts, link);
      further.push(`### ${style.of} \`${object}\``, tables(parts, style, behaviour, object));
    }
    const type = link ? one.replace(/objects?/, (text) => `[${text}](#${link})`) : one;
    return {
      path: inner,
      member,
      type,
      optional: optional || Boolean(member.questionToken),
      change: changeOf(inner, behaviour),
    };
  });
  const cells = rows.map((row) => Object.values(style.columns).map((cell) => cell(row)));
  return [table([Object.keys(style.columns), ...cells]), ...further].join("\n\n");
}

/** The anchor that GitHub gives to a heading. */
export function slug(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

/**
 * @param {string} path
 * @param {Behaviour} behaviour
 * @returns {Change}
 */
function changeOf(path, behaviour = {}) {
  const [name] = path.split(/[.[]/);
  const { replaces, transient, default: removal, nested } = behaviour[name] ?? {};
  return {
    replaces,
    transient,
    removal: path === name ? removal : nested?.[path.slice(name.length)]?.default,
  };
}

/** @param {Row} row */
function nameCell({ member }) {
  return code(member.name.getText());
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
function changeCell({ change: { replaces, transient, removal } }) {
  if (replaces) return "replaces";
  if (transient) return "no update";
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
