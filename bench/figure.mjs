/**
 * One line of the table.
 *
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} unit
 * @property {number | null} value Null if the system does not report the value.
 * @property {number | null} [baseline] The value of the baseline in the same run.
 * @property {string} [against] Which baseline.
 * @property {Goal} [goal]
 *
 * @typedef {{ of: "value" | "ratio", max: number }} Goal The largest value, or the largest ratio to the baseline.
 */

/**
 * @param {Figure} figure
 * @returns {number | null | undefined} Undefined without a baseline.
 */
export function ratioOf({ value, baseline }) {
  if (baseline === undefined) return undefined;
  return value === null || !baseline ? null : value / baseline;
}

/**
 * Whether the goal is reached; undefined without a goal or a value.
 *
 * @param {Figure} figure
 */
export function isReached(figure) {
  const { goal, value } = figure;
  const measured = goal?.of === "ratio" ? ratioOf(figure) : value;
  return goal === undefined || measured === null || measured === undefined ? undefined : measured <= goal.max;
}

/** @param {number} max */
export const ratioGoal = (max) => ({ of: /** @type {const} */ ("ratio"), max });

/** @param {number} max */
export const valueGoal = (max) => ({ of: /** @type {const} */ ("value"), max });
