// The process that `plugin/pulumi-resource-cloudplatform` starts, for programs in other languages than TypeScript.
try {
  require("./check-node");
  (require("./plugin/sdk") as typeof import("./plugin/sdk")).checkSdk();
  const { serve } = require("./plugin/server") as typeof import("./plugin/server");
  serve(() => (require("./dynamic-providers") as typeof import("./dynamic-providers")).dynamicProviders);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
