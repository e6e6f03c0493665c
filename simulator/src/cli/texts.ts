import { readThrown } from "../core/thrown";
import type { RequestRecord } from "../http/recorder";
import { defaultApiKey, type SimulatorOptions } from "../options";
import type { Simulator } from "../simulator";

/** What a user needs to know once it runs. */
export function banner(simulator: Simulator, options: SimulatorOptions): string {
  return [
    `The simulator listens on ${simulator.url}`,
    ...(options.mode === "documented-only" ? ["Only the documented operations are served."] : []),
    ...(simulator.restored ? [`Its state is that of ${options.stateFile}.`] : []),
    ...(simulator.faults.rules().length > 0
      ? [`The same faults again: ${simulator.faults.commandLine()}`]
      : []),
    "",
    "To run a stack against it:",
    "",
    `  pulumi config set cloudplatform:baseUrl ${simulator.url}`,
    `  pulumi config set --secret cloudplatform:apiKey${keyToType(options)}`,
    "",
    `Look at it with a browser: ${simulator.url}/`,
    "Ctrl+C ends it.",
    "",
  ].join("\n");
}

/** A key that was given may be a real one and is not printed: the command then asks for it. */
function keyToType({ apiKeys }: SimulatorOptions): string {
  return apiKeys === undefined ? ` ${defaultApiKey}` : "";
}

/** The time, the request, the reply, why it was refused, and the fault that happened to it. */
export function requestLine(record: RequestRecord, milliseconds: number): string {
  const { at, method, path, status, reason, fault } = record;
  const line = [new Date(at).toISOString(), method, path, status, `${Math.round(milliseconds)}ms`];
  return printable([...line, reason, fault].filter((each) => each !== undefined).join(" "));
}

/** A text of one line that may quote a request or a file, whose control characters would reach the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
}

export function startFailure(error: unknown, { host, port }: SimulatorOptions): string {
  const { code, message } = readThrown(error);
  if (code === "EADDRINUSE") return `Port ${port} is in use already: choose another one with --port.`;
  if (code === "EACCES") return `Port ${port} may not be used by this user: choose another one with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is no address of this machine.`;
  return message;
}
