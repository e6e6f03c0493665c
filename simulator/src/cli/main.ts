import { packageVersion } from "../core/package";
import { type Simulator, startSimulator } from "../simulator";
import { type Command, parseCommand } from "./arguments";
import { banner, requestLine, startFailure } from "./texts";
import { UsageError, usage } from "./usage";

type Serve = Extract<Command, { kind: "serve" }>;

/** Nobody ends an issuance by hand here. */
const issuanceTime = 10_000;

const print = (text: string): void => console.log(text);
const complain = (text: string): void => console.error(`cloudplatform-simulator: ${text}`);

/** Runs the command; the number is its exit code, undefined while it goes on serving. */
export async function main(args: readonly string[]): Promise<number | undefined> {
  try {
    const command = parseCommand(args);
    if (command.kind === "serve") return await serve(command);
    print(command.kind === "help" ? usage() : packageVersion);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(error.message);
    return 2;
  }
}

async function serve(command: Serve): Promise<number | undefined> {
  const { options, quiet } = command;
  try {
    const onRequest = quiet
      ? {}
      : { onRequest: (...told: Parameters<typeof requestLine>) => print(requestLine(...told)) };
    const simulator = await startSimulator({ issuanceTime, ...options, ...onRequest });
    furnish(simulator, command);
    print(banner(simulator, options));
    closeOnSignal(simulator);
    return undefined;
  } catch (error) {
    complain(startFailure(error, options));
    return 1;
  }
}

/** What is there from the start. */
function furnish(simulator: Simulator, { routers, certificates, videos, faults }: Serve): void {
  for (const router of routers) simulator.routers.add(router);
  for (const certificate of certificates) simulator.certificates.add(certificate);
  for (const id of videos) simulator.streaming.addVideo({ id, subtitles: [{}] });
  for (const rule of faults) simulator.faults.add(rule);
}

function closeOnSignal(simulator: Simulator): void {
  const close = (): void => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once("SIGINT", close);
  process.once("SIGTERM", close);
}
