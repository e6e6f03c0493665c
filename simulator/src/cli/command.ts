import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { readThrown } from "../core/thrown";
import { defaultApiKey, type SimulatorOptions } from "../options";
import type { Simulator } from "../simulator";

/** The exit code of a shell for a command that does not exist. */
const NOT_FOUND = 127;

/** Runs a command whose environment has the address of the simulator and a key. Returns the command's exit code. */
export async function runCommand(
  [file = "", ...args]: readonly string[],
  simulator: Simulator,
  { apiKeys: [apiKey = ""] = [defaultApiKey] }: SimulatorOptions,
  complain: (text: string) => void,
): Promise<number> {
  for (const setting of settingsElsewhere(process.cwd())) complain(setting);
  const env = { ...process.env, CLOUDPLATFORM_BASE_URL: simulator.url, CLOUDPLATFORM_API_KEY: apiKey };
  try {
    const exitCode = await exitCodeOf(file, args, env);
    // A command that has failed says why.
    if (exitCode === 0 && simulator.requests.length === 0) complain(UNUSED);
    return exitCode;
  } catch (error) {
    const { code, message } = readThrown(error);
    complain(code === "ENOENT" ? `There is no command ${file}.` : `${file} cannot be started: ${message}`);
    return NOT_FOUND;
  }
}

const UNUSED =
  "The simulator got no request. If the command should use it: `cloudplatform:baseUrl` of the stack and `baseUrl` of a " +
  "Provider count more than CLOUDPLATFORM_BASE_URL.";

/** The stacks of a folder whose own settings count more than the environment. */
function settingsElsewhere(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => /^Pulumi(\..+)?\.ya?ml$/.test(name));
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const [, address] = /^\s*["']?cloudplatform:baseUrl["']?:\s*(\S+)/m.exec(text) ?? [];
    if (address === undefined) return [];
    return [`${name} sets cloudplatform:baseUrl: ${address}, so runs with it do not use the simulator.`];
  });
}

function exitCodeOf(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // On Windows, commands of npm and many others are scripts.
  const child = spawn(file, args, { env, stdio: "inherit", shell: process.platform === "win32" });
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  // A terminal sends Ctrl-C to the command, too, which decides how it ends.
  const ignore = () => {};
  process.on("SIGINT", ignore).on("SIGTERM", forward).on("SIGHUP", forward);
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  }).finally(() => {
    process.off("SIGINT", ignore).off("SIGTERM", forward).off("SIGHUP", forward);
  });
}
