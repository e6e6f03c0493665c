// A recording as SVG without scripts: each line is visible for its time by an animation of the style sheet.

const FONT_PX = 14;
const CHARACTER_PX = 8.4;
const LINE_PX = 20;
const PADDING_PX = 16;
const FONTS = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace';

/**
 * @typedef {import("./timeline.mjs").Recorded} Recorded
 * @typedef {import("./timeline.mjs").Span} Span
 * @typedef {{ columns: number, rows: number, title: string, description: string, theme: import("./themes.mjs").Theme }} Options
 */

/**
 * @param {Recorded} recorded
 * @param {Options} options
 */
export function animation({ seconds, still, spans }, { columns, rows, title, description, theme }) {
  const width = Math.ceil(columns * CHARACTER_PX + 2 * PADDING_PX);
  const height = rows * LINE_PX + 2 * PADDING_PX;
  const periods = periodsOf(spans);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" id="recording" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    `<style>\n${styleSheet(periods, { seconds, still }, theme)}\n</style>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>`,
    ...periods.map(({ id, spans }) => `<g id="${id}">${spans.map(lineElement).join("")}</g>`),
    "</svg>\n",
  ].join("\n");
}

/**
 * Lines that are shown for the same time share an animation.
 *
 * @param {Span[]} spans
 */
function periodsOf(spans) {
  const byTimes = Map.groupBy(spans, ({ from, to }) => `${from}-${to}`);
  return [...byTimes.values()].map((members, index) => {
    const [{ from, to }] = members;
    return { id: `p${index}`, from, to, spans: members };
  });
}

/**
 * Without animations, the still is visible.
 *
 * @param {ReturnType<typeof periodsOf>} periods
 * @param {{ seconds: number, still: number }} times
 * @param {import("./themes.mjs").Theme} theme
 */
function styleSheet(periods, { seconds, still }, { text, colors }) {
  const runs = periods.flatMap(({ spans }) => spans.flatMap(({ line }) => line));
  const styles = new Set(runs.flatMap(({ style }) => style.split(" ")));
  const inStill = periods.filter(({ from, to }) => from <= still && still < to);
  return [
    `text{font:${FONT_PX}px ${FONTS};white-space:pre;fill:${text}}`,
    ...colors.map((color, index) => styles.has(`c${index}`) && `.c${index}{fill:${color}}`),
    ".b{font-weight:600}.d{opacity:.75}.u{text-decoration:underline}",
    `g{visibility:hidden;animation:${seconds}s step-end infinite}`,
    `${inStill.map(({ id }) => `#${id}`).join()}{visibility:visible}`,
    ...periods.map((period) => keyframes(period, seconds)),
    "@media(prefers-reduced-motion:reduce){#recording g{animation:none}}",
  ]
    .filter(Boolean)
    .join("\n");
}

function keyframes({ id, from, to }, seconds) {
  const percent = (time) => `${Number(((100 * time) / seconds).toFixed(2))}%`;
  const steps = [
    `0%{visibility:${from === 0 ? "visible" : "hidden"}}`,
    from > 0 && `${percent(from)}{visibility:visible}`,
    to < seconds && `${percent(to)}{visibility:hidden}`,
  ];
  return `#${id}{animation-name:${id}}@keyframes ${id}{${steps.filter(Boolean).join("")}}`;
}

/** @param {Span} span */
function lineElement({ row, line }) {
  const baseline = PADDING_PX + row * LINE_PX + FONT_PX;
  return `<text y="${baseline}">${line.flatMap(wordsOf).map(wordElement).join("")}</text>`;
}

/** Words keep their columns in every font. Single spaces stay in a word. @param {import("./line.mjs").Run} run */
function wordsOf({ column, text, style }) {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: word, index }) => ({
    column: column + index,
    word,
    style,
  }));
}

function wordElement({ column, word, style }) {
  const x = Number((PADDING_PX + column * CHARACTER_PX).toFixed(1));
  const length = Number((word.length * CHARACTER_PX).toFixed(1));
  const attributes = `x="${x}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
  return `<tspan ${attributes}${style && ` class="${style}"`}>${escaped(word)}</tspan>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
