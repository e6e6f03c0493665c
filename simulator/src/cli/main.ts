import { packageVersion } from "../core/package";
import type { OnRequest, SimulatorOptions } from "../options";
import { type Simulator, startSimulator } from "../simulator";
import { InvalidObjects } from "../state/objects";
import { type Command, invalidSeedFile, parseCommand } from "./arguments";
import { runCommand } from "./command";
import { banner, printable, requestLine, startFailure } from "./texts";
import { UsageError, usage } from "./usage";

type Serve = Extract<Command, { kind: "serve" }>;

/** Nobody ends an issuance by hand here. */
const issuanceTime = 10_000;

const print = (text: string): void => console.log(text);
const complain = (text: string): void => console.error(`cloudplatform-simulator: ${printable(text)}`);

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
  const { options, seedFile = "" } = command;
  try {
    const simulator = await startSimulator({ issuanceTime, ...options, ...reporting(command) });
    for (const rule of command.faults) simulator.faults.add(rule);
    if (command.command) {
      complain(`The simulator listens on ${simulator.url}`);
      return await runCommand(command.command, simulator, options, complain).finally(() => simulator.close());
    }
    print(banner(simulator, options));
    closeOnSignal(simulator);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidObjects) throw invalidSeedFile(seedFile, error.message);
    complain(startFailure(error, options));
    return 1;
  }
}

/** What is printed while it serves. Requests that only look at the simulator itself are not worth a line. */
function reporting({ quiet, command }: Serve): SimulatorOptions {
  const onStateFailure = (error: Error): void => complain(error.message);
  const onRequest: OnRequest = (...told) => print(requestLine(...told));
  const onControl: OnRequest = (record, milliseconds) => {
    if (record.method !== "GET" || record.status >= 400) onRequest(record, milliseconds);
  };
  // The output is that of the command.
  return quiet || command ? { onStateFailure } : { onStateFailure, onRequest, onControl };
}

function closeOnSignal(simulator: Simulator): void {
  const close = (): void => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once("SIGINT", close);
  process.once("SIGTERM", close);
}
