/** Set-up cannot go on, and the message tells the user in one sentence why and what to do. */
export class SetupError extends Error {
  /**
   * @param {string} message one sentence with what to do
   * @param {string} [output] what the failing program printed, shown above the sentence
   */
  constructor(message, output = "") {
    super(message);
    this.name = "SetupError";
    this.output = output.trim();
  }
}

/** The user (or the system) asked set-up to stop. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`);
    this.name = "Interrupted";
    this.signal = signal;
  }
}

// All that set-up says goes to stderr: stdout belongs to the command that set-up prepares for.

const repeatMs = 20_000;
const redrawMs = 1000;

// A closed terminal must not turn into an error of its own.
process.stderr.on("error", () => {});

/** @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`);

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * In a terminal: one line that is drawn anew each second.
 *
 * @param {string} title
 * @param {() => string} state
 */
function liveLine(title, state) {
  const width = () => Math.max((process.stderr.columns || 80) - 1, 20);
  const draw = (/** @type {string} */ text) => process.stderr.write(`\r\x1b[K${text.slice(0, width())}`);
  const redraw = () => draw(`${title}: ${state()}`);
  redraw();
  const timer = setInterval(redraw, redrawMs);
  return (/** @type {string} */ end) => {
    clearInterval(timer);
    draw(`${title}: ${end}`);
    process.stderr.write("\n");
  };
}

/**
 * In a log: a heading, then a line now and then, so that nobody takes a long step for a stuck one.
 *
 * @param {string} title
 * @param {() => string} state
 */
function logLines(title, state) {
  say(title);
  const timer = setInterval(() => say(`  ${state()}`), repeatMs);
  return (/** @type {string} */ end) => {
    clearInterval(timer);
    say(`  ${end}`);
  };
}

/**
 * Shows that `work` is going on, for how long, and how it ended.
 *
 * @template T
 * @param {string} title what is done, and how long it usually takes
 * @param {(detail: (text: string) => void) => Promise<T>} work calls `detail` with what it has come to
 * @param {(result: T) => string} [outcome] how it ended, in a word or two
 * @returns {Promise<T>}
 */
export async function step(title, work, outcome = () => "done") {
  const started = Date.now();
  let detail = "";
  const state = () => `${duration(Date.now() - started)}${detail && `, ${detail}`}`;
  const end = (process.stderr.isTTY ? liveLine : logLines)(title, state);
  try {
    const result = await work((text) => {
      detail = text;
    });
    end(`${outcome(result)} after ${duration(Date.now() - started)}`);
    return result;
  } catch (error) {
    end(`stopped after ${duration(Date.now() - started)}`);
    throw error;
  }
}
