const { sep } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

// In a clean checkout jest does not know how long tests take and starts with the largest files. The files that start
// many processes would come last, one after the other, while a core is idle.
const SLOW = ["compatibility", "engine", "packed", "process", "upgrade", "lowest-node", "setup"];

/** @param {{ path: string }} test */
function rank({ path }) {
  const [, file = ""] = path.split(sep).join("/").split("/tests/");
  const index = SLOW.findIndex((beginning) => file.startsWith(beginning));
  return index === -1 ? SLOW.length : index;
}

/** Sorts tests by folder, the slow ones first. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
