#!/usr/bin/env node
// Prepares a fresh clone: dependencies, compiled packages and the Pulumi CLI. Safe to repeat; see scripts/setup/.
//
// This file stays free of new syntax and of static imports, so that an old Node gets the sentence below and not
// a syntax error.

const oldestNode = 20;
const major = Number(process.versions.node.split(".")[0]);

if (major < oldestNode) {
  console.error(
    `Set-up needs Node ${oldestNode} or newer, and this is ${process.version}: install a newer Node.`,
  );
  process.exitCode = 1;
} else {
  import("./setup/main.mjs").then((setup) => setup.main());
}
