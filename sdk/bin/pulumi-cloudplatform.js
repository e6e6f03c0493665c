#!/usr/bin/env node
// npm links a command only if its file exists at installation, which is before anything is compiled.
try {
  require("../dist/check-node.js");
} catch (error) {
  console.error(`pulumi-cloudplatform: ${error.message}`);
  process.exit(1);
}
// A reader such as `head` may end before this command has printed everything.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
});
require("../dist/cli/main.js")
  .main(process.argv.slice(2))
  .then((code) => {
    process.exitCode = code;
  });
