// A line of the terminal as runs of equal style. `class` is what the style sheet of the SVG has.

/**
 * @typedef {{ column: number, text: string, style: string }} Run `style` is a list of classes, such as `c2 b`.
 * @typedef {Run[]} Line
 */

/**
 * @param {import("@xterm/headless").IBufferLine | undefined} bufferLine
 * @returns {Line}
 */
export function lineOf(bufferLine) {
  /** @type {Line} */
  const runs = [];
  for (let column = 0; column < (bufferLine?.length ?? 0); column += 1) {
    const cell = bufferLine.getCell(column);
    const text = cell.getChars() || (cell.getWidth() === 0 ? "" : " ");
    const style = styleOf(cell);
    const last = runs.at(-1);
    if (last?.style === style) last.text += text;
    else runs.push({ column, text, style });
  }
  return withoutEnd(runs.filter(({ text }) => text !== ""));
}

/** @param {import("@xterm/headless").IBufferCell} cell */
function styleOf(cell) {
  const classes = [
    cell.isFgPalette() && colorClass(cell.getFgColor()),
    cell.isBold() && "b",
    cell.isDim() && "d",
    cell.isUnderline() && "u",
  ];
  return classes.filter(Boolean).join(" ");
}

/** The commands that are recorded use the 16 colours of every terminal. @param {number} color */
function colorClass(color) {
  if (color > 15) throw new Error(`The terminal shows colour ${color}, and themes.mjs has 16 colours.`);
  return `c${color}`;
}

/** @param {Line} runs */
function withoutEnd(runs) {
  const last = runs.at(-1);
  if (last === undefined) return runs;
  const text = last.text.trimEnd();
  if (text !== "") return [...runs.slice(0, -1), { ...last, text }];
  return withoutEnd(runs.slice(0, -1));
}
