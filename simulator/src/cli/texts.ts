import { readThrown } from "../core/thrown";
import type { RequestRecord } from "../http/recorder";
import { defaultApiKey, type SimulatorOptions } from "../options";
import type { Simulator } from "../simulator";

/** What a user needs to know once it runs. */
export function banner(simulator: Simulator, options: SimulatorOptions): string {
  const routers = simulator.routers.all().map((router) => {
    return `Router ${router.id} "${router.name}" in project ${router.project_id}, region ${router.region_id}.`;
  });
  return [
    `The simulator listens on ${simulator.url}`,
    ...(options.mode === "documented-only" ? ["Only the documented operations are served."] : []),
    ...routers,
    ...(simulator.faults.rules().length > 0
      ? [`The same faults again: ${simulator.faults.commandLine()}`]
      : []),
    "",
    "To run a stack against it:",
    "",
    `  pulumi config set cloudplatform:baseUrl ${simulator.url}`,
    `  pulumi config set --secret cloudplatform:apiKey${keyToType(options)}`,
    "",
    "Ctrl+C ends it.",
    "",
  ].join("\n");
}

/** A key that was given may be a real one and is not printed: the command then asks for it. */
function keyToType({ apiKeys }: SimulatorOptions): string {
  return apiKeys === undefined ? ` ${defaultApiKey}` : "";
}

export function requestLine({ method, path, status, fault }: RequestRecord, milliseconds: number): string {
  const line = `${method} ${path} ${status} ${Math.round(milliseconds)}ms`;
  return fault === undefined ? line : `${line} ${fault}`;
}

export function startFailure(error: unknown, { host, port }: SimulatorOptions): string {
  const { code, message } = readThrown(error);
  if (code === "EADDRINUSE") return `Port ${port} is in use already: choose another one with --port.`;
  if (code === "EACCES") return `Port ${port} may not be used by this user: choose another one with --port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is no address of this machine.`;
  return message;
}
