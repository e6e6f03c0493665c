import type { Json } from "../../sdk/src/util/json";

/** The largest 64-bit id. A number of JavaScript does not represent it exactly. */
export const LARGEST_ID = "9223372036854775807";

const WHOLE = "a whole number or a text";
const STEPS = 'not "." or "..", which are steps in a path';
const ROUNDED = "it is too long for a number of JavaScript, which rounds it; write it as a text of digits";

type InvalidId = [what: string, value: Json, reason: string];

/** Invalid values of an id whose type is not documented. */
export const INVALID_ANY_IDS: InvalidId[] = [
  ["0.5", 0.5, WHOLE],
  ["null", null, WHOLE],
  ["true", true, WHOLE],
  ["a list", [17], WHOLE],
  ["an object", { id: 17 }, WHOLE],
  ["2^53", 2 ** 53, ROUNDED],
  ["an empty text", "", "not an empty text"],
  ['"."', ".", STEPS],
  ['".."', "..", STEPS],
  ["half of a surrogate pair", "a\ud800", "well-formed Unicode"],
];

/** Valid ones, beside the usual. */
export const ANY_IDS = [0, -1, Number.MAX_SAFE_INTEGER, "1", LARGEST_ID, "17/../18", "…", "a\n#?%"];

/** Invalid values of any other id. */
export const INVALID_IDS: InvalidId[] = [
  ["0", 0, "1 or more"],
  ["0.5", 0.5, "a whole number"],
  ["2^53", 2 ** 53, "a whole number"],
  ["null", null, "a whole number"],
  ["true", true, "a whole number"],
  ["a list", [321], "a whole number"],
  ["an object", { id: 321 }, "a whole number"],
  ['"321"', "321", "a whole number, not a text"],
];
