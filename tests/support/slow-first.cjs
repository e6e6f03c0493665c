const { sep } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

// A clean checkout has no memory of how long tests take: without one jest begins with the largest files, and the ones
// that start many processes come last, one after the other, while a core is idle.
const SLOW = ["matrix", "interruption", "engine", "packed", "process", "upgrade", "setup"];

/** @param {{ path: string }} test */
function rank({ path }) {
  const index = SLOW.indexOf(path.split(`${sep}tests${sep}`).at(-1)?.split(sep)[0] ?? "");
  return index === -1 ? SLOW.length : index;
}

/** Tests by the folder that they are in, the slow ones first. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
