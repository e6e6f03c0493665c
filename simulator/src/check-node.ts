// The command and the entry of the package import this file first. On an older Node, what they load next fails with
// errors that do not name the cause.

const manifest = require("../package.json") as { engines: { node: string } };
const lowest = manifest.engines.node.replace(">=", "");
const found = process.versions.node;

if (found.localeCompare(lowest, "en", { numeric: true }) < 0) {
  throw new Error(
    `The simulator needs Node ${lowest} or newer, and this is Node ${found}: install a newer Node.`,
  );
}
