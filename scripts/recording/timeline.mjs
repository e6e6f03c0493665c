// The screens of a recording as lines that are shown for a time.

/** Nobody sees screens that follow each other faster. */
const SHORTEST_MS = 100;
/** Waits are shortened. */
const LONGEST_MS = 1500;
/** How long the last screen stays before the recording starts again. */
const LAST_MS = 5000;

/**
 * @typedef {import("./line.mjs").Line} Line
 * @typedef {{ row: number, line: Line, from: number, to: number }} Span
 * @typedef {{ seconds: number, still: number, spans: Span[] }} Recorded Times are seconds of the recording.
 */

/**
 * @param {import("./terminal.mjs").Screen[]} screens
 * @param {number} still The time of the screen that stands for the recording.
 * @returns {Recorded}
 */
export function timeline(screens, still) {
  const shown = withNewTimes(withoutShort(withoutRepeated(screens)));
  const end = shown.at(-1).at + LAST_MS;
  /** @type {Span[]} */
  const spans = [];
  const rows = shown[0].lines.length;
  for (let row = 0; row < rows; row += 1) spans.push(...spansOf(shown, row, end));
  const shownStill = shown.findLast(({ recordedAt }) => recordedAt <= still) ?? shown[0];
  return { seconds: end / 1000, still: shownStill.at / 1000, spans };
}

/** @param {import("./terminal.mjs").Screen[]} screens */
function withoutRepeated(screens) {
  const keyed = screens.map((screen) => ({ screen, key: JSON.stringify(screen.lines) }));
  return keyed.filter(({ key }, index) => key !== keyed[index - 1]?.key).map(({ screen }) => screen);
}

/** The last screen of each period. @param {import("./terminal.mjs").Screen[]} screens */
function withoutShort(screens) {
  const period = (screen) => screen && Math.floor(screen.at / SHORTEST_MS);
  return screens.filter((screen, index) => period(screen) !== period(screens[index + 1]));
}

/** @param {import("./terminal.mjs").Screen[]} screens */
function withNewTimes(screens) {
  let now = 0;
  return screens.map((screen, index) => {
    const wait = index === 0 ? 0 : screen.at - screens[index - 1].at;
    now += Math.min(Math.round(wait / 10) * 10, LONGEST_MS);
    return { ...screen, at: now, recordedAt: screen.at };
  });
}

/**
 * @param {ReturnType<typeof withNewTimes>} screens
 * @param {number} row
 * @param {number} end
 */
function spansOf(screens, row, end) {
  /** @type {Span[]} */
  const spans = [];
  for (const [index, { at, lines }] of screens.entries()) {
    const line = lines[row];
    const to = (screens[index + 1]?.at ?? end) / 1000;
    const last = spans.at(-1);
    if (last && JSON.stringify(last.line) === JSON.stringify(line)) last.to = to;
    else spans.push({ row, line, from: at / 1000, to });
  }
  return spans.filter(({ line }) => line.length > 0);
}
