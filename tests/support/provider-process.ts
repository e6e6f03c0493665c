import { credentials, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../sdk/src/util/json";
import { type Command, eventually, LAZY_MODULES, projectEnv, type Result, root, start } from "./command";
import { temporaryFolder } from "./temporary-folder";

/** The provider text of a router, which every state contains. The process finds the handler by it. */
export const ROUTER_TEXT = 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router';

/** The error of a method, with the fields of its partial failure if it is one. */
export class MethodError extends Error {
  declare readonly id?: string;
  declare readonly properties?: JsonObject;
  declare readonly reasons?: string[];

  constructor(error: ServiceError) {
    super(error.details);
    const [details] = error.metadata?.get("grpc-status-details-bin") ?? [];
    if (details === undefined) return;
    const partial = Status.deserializeBinary(details as Buffer)
      .getDetailsList()[0]
      ?.unpack(messages.ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
    const properties = plain(partial?.getProperties());
    if (partial) Object.assign(this, { id: partial.getId(), properties, reasons: partial.getReasonsList() });
  }
}

export interface ProcessOptions {
  config?: Record<string, string>;
  env?: Record<string, string>;
  /** The address of the engine. By default no server listens there. */
  engine?: string;
}

/** The real dynamic-provider process, called over gRPC like the engine calls it. */
export class ProviderProcess {
  private constructor(
    private readonly command: Command,
    private readonly client: ResourceProviderClient,
    private readonly home: ReturnType<typeof temporaryFolder>,
  ) {}

  static async start({
    config = {},
    env = {},
    engine = "127.0.0.1:1",
  }: ProcessOptions): Promise<ProviderProcess> {
    // The progress entries are written there, unless a test uses the home of an earlier run.
    const home = temporaryFolder();
    const program = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
    const command = start("node", [program, engine], {
      cwd: root,
      env: {
        ...(await projectEnv()),
        NODE_OPTIONS: LAZY_MODULES,
        PULUMI_NODEJS_PROJECT: "demo",
        PULUMI_HOME: home.path,
        ...env,
      },
    });
    await eventually(() => command.printed().includes("\n") || command.child.exitCode !== null);
    const address = `127.0.0.1:${command.printed().trim()}`;
    const started = new ProviderProcess(
      command,
      new ResourceProviderClient(address, credentials.createInsecure()),
      home,
    );
    const request = new messages.ConfigureRequest().setArgs(struct(config));
    await call((done) => started.client.configure(request, done));
    return started;
  }

  async check(olds: JsonObject, news: JsonObject) {
    const request = new messages.CheckRequest().setOlds(struct(olds)).setNews(struct(news));
    const reply = await call<messages.CheckResponse>((done) => this.client.check(request, done));
    return {
      inputs: plain(reply.getInputs()),
      failures: reply.getFailuresList().map((failure) => failure.toObject()),
    };
  }

  async create(inputs: JsonObject) {
    const request = new messages.CreateRequest().setProperties(struct(inputs));
    const reply = await call<messages.CreateResponse>((done) => this.client.create(request, done));
    return { id: reply.getId(), outs: plain(reply.getProperties()) };
  }

  async read(id: string, properties: JsonObject) {
    const request = new messages.ReadRequest().setId(id).setProperties(struct(properties));
    const reply = await call<messages.ReadResponse>((done) => this.client.read(request, done));
    return { id: reply.getId(), props: plain(reply.getProperties()), inputs: plain(reply.getInputs()) };
  }

  async update(id: string, olds: JsonObject, news: JsonObject) {
    const request = new messages.UpdateRequest().setId(id).setOlds(struct(olds)).setNews(struct(news));
    const reply = await call<messages.UpdateResponse>((done) => this.client.update(request, done));
    return { outs: plain(reply.getProperties()) };
  }

  async delete(id: string, properties: JsonObject): Promise<void> {
    const request = new messages.DeleteRequest().setId(id).setProperties(struct(properties));
    await call((done) => this.client.delete(request, done));
  }

  /** The result of the process when it ends. */
  get ended(): Promise<Result> {
    return this.command.ended;
  }

  /** Ends the process. Returns its output, which a user would see in the terminal. */
  async stop(): Promise<Result> {
    this.client.close();
    this.command.child.kill();
    const result = await this.command.ended;
    this.home.remove();
    return result;
  }
}

function call<T>(send: (done: (error: ServiceError | null, reply: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) =>
    send((error, reply) => (error ? reject(new MethodError(error)) : resolve(reply))),
  );
}

function struct(properties: JsonObject): Struct {
  return Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
}

function plain(properties: Struct | undefined): JsonObject {
  return (properties?.toJavaScript() ?? {}) as JsonObject;
}

/** A gRPC server that records the messages of the process: status lines and log lines. */
export class FakeEngine {
  readonly messages: string[] = [];
  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<FakeEngine> {
    const server = new Server();
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const engine = new FakeEngine(server, `127.0.0.1:${port}`);
    server.addService(EngineService, {
      log({ request }: { request: LogRequest }, done: (error: null, reply: Empty) => void) {
        engine.messages.push(request.getMessage());
        done(null, new Empty());
      },
    });
    return engine;
  }

  /** Closes the server without notice, as when the CLI is killed. */
  shutDown(): void {
    this.server.forceShutdown();
  }
}
