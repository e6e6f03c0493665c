import { createRequire } from "node:module";

export interface ServedProgram {
  /** For the CLI: `pulumi preview --client ADDRESS`. */
  address: string;
  close(): void;
}

/** The used part of grpc-js, a dependency of Pulumi's SDK. */
interface Grpc {
  Server: new () => {
    addService(service: object, implementation: object): void;
    bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
    forceShutdown(): void;
  };
  ServerCredentials: { createInsecure(): object };
}

/**
 * Lets the CLI run a function of this process as the program of a stack, as the Automation API does with its inline programs.
 * Its public part would also select the stack.
 */
export async function serveProgram(program: () => unknown): Promise<ServedProgram> {
  const load = createRequire(require.resolve("@pulumi/pulumi"));
  const { Server, ServerCredentials } = load("@grpc/grpc-js") as Grpc;
  const { LanguageServer } = load("@pulumi/pulumi/automation/server") as {
    LanguageServer: new (program: () => unknown) => object;
  };
  const { LanguageRuntimeService } = load("@pulumi/pulumi/proto/language_grpc_pb") as {
    LanguageRuntimeService: object;
  };
  const server = new Server();
  server.addService(LanguageRuntimeService, new LanguageServer(async () => program()));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
