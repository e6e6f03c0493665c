// The process that `plugin/pulumi-resource-cloudplatform` starts, for programs in other languages than TypeScript.
try {
  require("./check-node");
  (require("./doors/plugin/sdk") as typeof import("./doors/plugin/sdk")).checkSdk();
  const { serve } = require("./doors/plugin/server") as typeof import("./doors/plugin/server");
  serve();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
