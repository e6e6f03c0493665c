import type { handleUnaryCall, ServiceError, UntypedServiceImplementation } from "@grpc/grpc-js";
import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { connectEngine } from "../pulumi/internals/engine";
import {
  Any,
  Empty,
  grpc,
  messages,
  PluginInfo,
  ResourceProviderService,
  requireOfSdk,
  Status,
} from "../pulumi/internals/protocol";
import { PartialFailure } from "../pulumi/process/failures";
import type { JsonObject } from "../util/json";
import { version } from "../util/version";
import type { Plugin, ProvidersOf } from "./plugin";
import { schemaText } from "./schema";
import { stored } from "./values";

/** The process that serves Pulumi's provider protocol. What a schema does not need is loaded with the first other request. */
export function serve(loadProviders: () => ProvidersOf): void {
  const engine = connectEngine(process.argv, requireOfSdk);
  let plugin: Plugin | undefined;
  const load = () => {
    plugin ??= new (require("./plugin") as typeof import("./plugin")).Plugin(engine, loadProviders());
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
  return {
    handshake: unary(() => new messages.ProviderHandshakeResponse().setAcceptSecrets(true)),
    attach: unary(() => new Empty()),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() => new messages.GetSchemaResponse().setSchema(schemaText())),
    checkConfig: unary((request: requests.CheckRequest) => plugin().account.checkConfig(request)),
    diffConfig: unary((request: requests.DiffRequest) => plugin().account.diffConfig(request)),
    configure: unary((request: requests.ConfigureRequest) => plugin().configure(request)),
    invoke: unary((request: requests.InvokeRequest) => plugin().invoke(request)),
    check: unary((request: requests.CheckRequest) => plugin().resources.check(request)),
    diff: unary((request: requests.DiffRequest) => plugin().resources.diff(request)),
    create: unary((request: requests.CreateRequest) => plugin().resources.create(request)),
    update: unary((request: requests.UpdateRequest) => plugin().resources.update(request)),
    read: unary((request: requests.ReadRequest) => plugin().resources.read(request)),
    delete: unary((request: requests.DeleteRequest) => plugin().resources.delete(request)),
    // The session sees the request of the engine itself.
    cancel: unary(() => new Empty()),
  };
}

function unary<Q, R>(work: (request: Q) => R | Promise<R>): handleUnaryCall<Q, R> {
  return ({ request }, reply) => {
    const answer = async () => work(request);
    answer().then(
      (response) => reply(null, response),
      (error: unknown) => reply(statusOf(error), null),
    );
  };
}

/** An error for the engine. A partial failure has the state that the engine has to keep. */
function statusOf(error: unknown): Partial<ServiceError> {
  const { message } = error as Error;
  const metadata = new grpc.Metadata();
  if (error instanceof PartialFailure) {
    const { id, properties, reasons } = error;
    const detail = new messages.ErrorResourceInitFailed();
    detail.setId(id);
    detail.setProperties(stored(properties as JsonObject));
    detail.setReasonsList(reasons);
    const details = new Any();
    details.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status();
    status.setCode(grpc.status.UNKNOWN);
    status.setMessage(message);
    status.addDetails(details);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details: message, metadata };
}
