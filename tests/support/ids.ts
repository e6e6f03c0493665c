import type { Json } from "../../sdk/src/util/json";

/** The largest 64-bit id. A number of JavaScript does not represent it exactly. */
export const LARGEST_ID = "9223372036854775807";

const WHOLE = "a whole number, 1 or more";
const DIGITS = "a whole number, 1 or more; as a text, digits alone";
const ROUNDED = "it is too long for a number of JavaScript, which rounds it; write it as a text of digits";
const SMALLER = `${LARGEST_ID} or less`;

type InvalidId = [what: string, value: Json, reason: string];

/** Invalid values of a 64-bit id. */
export const INVALID_64_BIT_IDS: InvalidId[] = [
  ["0", 0, WHOLE],
  ["-1", -1, WHOLE],
  ["1.5", 1.5, WHOLE],
  ["true", true, WHOLE],
  ["null", null, WHOLE],
  ["a list", [17], WHOLE],
  ["an object", { id: 17 }, WHOLE],
  ["2^53", 2 ** 53, ROUNDED],
  ["2^60", 2 ** 60, ROUNDED],
  ["2^63", 2 ** 63, ROUNDED],
  ["10^300", 1e300, ROUNDED],
  ["an empty text", "", DIGITS],
  ['"0"', "0", DIGITS],
  ['"017"', "017", DIGITS],
  ['"-1"', "-1", DIGITS],
  ['"+1"', "+1", DIGITS],
  ['"1.0"', "1.0", DIGITS],
  ['"1e3"', "1e3", DIGITS],
  ['"0x11"', "0x11", DIGITS],
  ['" 17"', " 17", DIGITS],
  ['"17\\n"', "17\n", DIGITS],
  ["other digits than 0 to 9", "١٧", DIGITS],
  ["a path", "17/../18", DIGITS],
  ["a name", "partners", DIGITS],
  ["the text of 2^63", "9223372036854775808", SMALLER],
  ["20 digits", "10000000000000000000", SMALLER],
];

/** Invalid values of any other id. */
export const INVALID_IDS: InvalidId[] = [
  ["0", 0, "1 or more"],
  ["-321", -321, "1 or more"],
  ["0.5", 0.5, "a whole number"],
  ["3.5", 3.5, "a whole number"],
  ["2^53", 2 ** 53, "a whole number"],
  ["2^60", 2 ** 60, "a whole number"],
  ["null", null, "a whole number"],
  ["true", true, "a whole number"],
  ["a list", [321], "a whole number"],
  ["an object", { id: 321 }, "a whole number"],
  ['"321"', "321", "a whole number, not a text"],
  ["a name", "www", "a whole number, not a text"],
];
