import { createRequire } from "node:module";
import { undocumented } from "./undocumented";

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
 * Its public part would also select the stack. Undefined if the SDK has no
 * such server any more.
 */
export async function serveProgram(
  program: () => unknown,
  load: NodeJS.Require = createRequire(require.resolve("@pulumi/pulumi")),
): Promise<ServedProgram | undefined> {
  const lost = "whether up would change the imported objects is not checked";
  const parts = undocumented(lost, () => partsOf(load), undefined);
  if (parts === undefined) return undefined;
  const { grpc, LanguageServer, LanguageRuntimeService } = parts;
  const server = new grpc.Server();
  server.addService(LanguageRuntimeService, new LanguageServer(async () => program()));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}

function partsOf(load: NodeJS.Require) {
  const grpc = load("@grpc/grpc-js") as Grpc;
  const { LanguageServer } = load("@pulumi/pulumi/automation/server") as {
    LanguageServer?: new (program: () => unknown) => object;
  };
  const { LanguageRuntimeService } = load("@pulumi/pulumi/proto/language_grpc_pb") as {
    LanguageRuntimeService?: object;
  };
  return LanguageServer && LanguageRuntimeService && { grpc, LanguageServer, LanguageRuntimeService };
}
