import { INSTALLATION } from "./errors/installation";

// Each entry point of the package imports this file first. On an older Node the following imports fail with errors
// that do not name the cause.

const manifest = require("../package.json") as { engines: { node: string } };
const lowest = manifest.engines.node.replace(">=", "");
const found = process.versions.node;

if (found.localeCompare(lowest, "en", { numeric: true }) < 0) {
  // Pulumi prints a RunError without its stack. Importing the class would load all of @pulumi/pulumi.
  throw Object.assign(INSTALLATION.oldNode.error({ lowest, found }), { __pulumiRunError: true });
}
