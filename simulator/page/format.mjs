/** Texts of the page. */

const LONGEST_NAME = 120;
const LONGEST_SENTENCE = 500;

/** The beginning of a text that may be of any length. */
export function short(text, longest = LONGEST_NAME) {
  const characters = [...String(text).slice(0, 2 * longest)];
  return characters.length <= longest ? String(text) : `${characters.slice(0, longest).join("")}…`;
}

/** The beginning of a sentence, a path or a rule. */
export function shortSentence(text) {
  return short(text, LONGEST_SENTENCE);
}

/** `4.2 s`, `48 s` or `2 min 05 s`. */
export function duration(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

const TIME = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
});

/** `14:03:05.123`, in the time zone of the browser. */
export function timeOfDay(at) {
  return TIME.format(at);
}

/** Where an object of a project is; undefined if it has no such place. */
export function placeText(project, region) {
  return project === undefined || region === undefined ? undefined : `project ${project}, region ${region}`;
}
