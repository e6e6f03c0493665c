import { parseArgs } from "node:util";
import type { RouterAddition } from "../areas/routers/handle";
import { readThrown } from "../core/thrown";
import type { SimulatorOptions } from "../options";
import { UsageError } from "./usage";
import { port, routerAddition, seed, taskPath, taskTime } from "./values";

export type Command =
  | { readonly kind: "help" | "version" }
  | {
      readonly kind: "serve";
      readonly options: SimulatorOptions;
      readonly routers: readonly RouterAddition[];
      readonly quiet: boolean;
    };

export function parseCommand(args: readonly string[]): Command {
  const values = read(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (values["api-key"]?.includes("")) throw new UsageError("--api-key must not be empty.");
  return {
    kind: "serve",
    options: {
      host: values.host,
      port: port(values.port),
      mode: values["documented-only"] ? "documented-only" : "full",
      ...given("apiKeys", values["api-key"]),
      ...given("taskPath", taskPath(values["task-path"])),
      ...given("taskTime", taskTime(values["task-time"])),
      ...given("seed", seed(values.seed)),
    },
    routers: values.router.map(routerAddition),
    quiet: values.quiet,
  };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "8080" },
        host: { type: "string", default: "127.0.0.1" },
        "api-key": { type: "string", multiple: true },
        "documented-only": { type: "boolean", default: false },
        "task-path": { type: "string" },
        "task-time": { type: "string" },
        router: { type: "string", multiple: true, default: [] },
        seed: { type: "string" },
        quiet: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        version: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(firstSentence(error));
  }
}

/** Node explains at length how to pass a value that begins with a dash: the first sentence says it. */
function firstSentence(error: unknown): string {
  return `${readThrown(error).message.split(/[.\n]\s?/, 1)[0]}.`;
}

/** Left out when undefined, for the default to hold. */
function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
