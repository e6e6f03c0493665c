import type { handleUnaryCall, ServerWritableStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { connectEngine } from "../../pulumi/internals/engine";
import { Empty, grpc, messages, PluginInfo, ResourceProviderService } from "../../pulumi/internals/protocol";
import { requireOfSdk } from "../../pulumi/internals/sdk-modules";
import { version } from "../../util/version";
import type { Plugin } from "./plugin";

/** The process that serves Pulumi's provider protocol. What a schema does not need is loaded with the first other request. */
export function serve(): void {
  const engine = connectEngine(process.argv, requireOfSdk);
  let plugin: Plugin | undefined;
  const load = () => {
    plugin ??= new (require("./plugin") as typeof import("./plugin")).Plugin(engine);
    return plugin;
  };
  const end = () => (plugin ? plugin.interrupt() : process.exit(0));
  engine.onDisconnected(() => plugin ?? process.exit(0));
  process.on("SIGINT", end);
  const server = new grpc.Server({
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
  });
  server.addService(ResourceProviderService, serviceOf(load));
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    process.stdout.write(`${port}\n`);
  });
}

function serviceOf(plugin: () => Plugin): UntypedServiceImplementation {
  let knowsPreviews = false;
  const unary =
    <Q, R>(work: (request: Q) => R | Promise<R>): handleUnaryCall<Q, R> =>
    ({ request }, reply) => {
      const answer = async () => work(request);
      answer().then(
        (response) => reply(null, response),
        (error: Error) => reply(plugin().statusOf(error), null),
      );
    };
  const list = async (call: ServerWritableStream<requests.ListRequest, requests.ListResponse>) => {
    try {
      for (const response of await plugin().lists.page(call.request)) call.write(response);
      call.end();
    } catch (error) {
      call.emit("error", plugin().statusOf(error as Error));
    }
  };
  return {
    handshake: unary((request: requests.ProviderHandshakeRequest) => {
      knowsPreviews = request.getInvokeWithPreview();
      const response = new messages.ProviderHandshakeResponse().setAcceptSecrets(true);
      return response.setSupportsAutonamingConfiguration(true);
    }),
    attach: unary(() => new Empty()),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() =>
      new messages.GetSchemaResponse().setSchema(JSON.stringify(require("../../../plugin/schema.json"))),
    ),
    checkConfig: unary((request: requests.CheckRequest) => plugin().account.checkConfig(request)),
    diffConfig: unary((request: requests.DiffRequest) => plugin().account.diffConfig(request)),
    configure: unary((request: requests.ConfigureRequest) => plugin().configure(request)),
    invoke: unary((request: requests.InvokeRequest) =>
      plugin().invoke(request, knowsPreviews ? request.getPreview() : undefined),
    ),
    check: unary((request: requests.CheckRequest) => plugin().resources.check(request)),
    diff: unary((request: requests.DiffRequest) => plugin().resources.diff(request)),
    create: unary((request: requests.CreateRequest) => plugin().resources.create(request)),
    update: unary((request: requests.UpdateRequest) => plugin().resources.update(request)),
    read: unary((request: requests.ReadRequest) => plugin().resources.read(request)),
    delete: unary((request: requests.DeleteRequest) => plugin().resources.delete(request)),
    list,
    // The session sees the request of the engine itself.
    cancel: unary(() => new Empty()),
  };
}
