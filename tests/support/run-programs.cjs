// Runs the program in the current folder for the CLI, as the Automation API runs inline programs: `pulumi up
// --client`. Prints its address. Each run loads the program and the package again. Pulumi's runtime remains loaded,
// which saves most of the time of a run.

const { resolve, sep } = require("node:path");
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { LanguageServer } = require("@pulumi/pulumi/automation/server");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const { grpcClientOptions } = require("@pulumi/pulumi/runtime/settings");

// The engine of a later run may get the port of an earlier one, whose broken connection must not count.
grpcClientOptions["grpc.use_local_subchannel_pool"] = 1;

const MODULES = `${sep}node_modules${sep}`;

async function program() {
  for (const file of Object.keys(require.cache)) if (!file.includes(MODULES)) delete require.cache[file];
  const exported = require(resolve("index.js"));
  return typeof exported === "function" ? exported() : exported;
}

const server = new Server();
server.addService(LanguageRuntimeService, new LanguageServer(program));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(`127.0.0.1:${port}`);
});
