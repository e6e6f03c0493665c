#!/usr/bin/env node
// npm links a command only where its file is there at installation, which is before anything is compiled.
try {
  require("../dist/check-node.js");
} catch (error) {
  console.error(`cloudplatform-simulator: ${error.message}`);
  process.exit(1);
}
require("../dist/cli.js");
