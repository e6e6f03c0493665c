import { parseArgs } from "node:util";
import type { CertificateAddition } from "../areas/certificates/handle";
import type { RouterAddition } from "../areas/routers/handle";
import { didYouMean } from "../core/nearest";
import { readThrown } from "../core/thrown";
import type { SettledRule } from "../faults/rule";
import type { SimulatorOptions } from "../options";
import { commandOptions } from "./options";
import { objects } from "./seed-file";
import { UsageError } from "./usage";
import {
  certificateAddition,
  controlToken,
  fault,
  port,
  routerAddition,
  seed,
  taskPath,
  taskTime,
  videoId,
} from "./values";

export type Command =
  | { readonly kind: "help" | "version" }
  | {
      readonly kind: "serve";
      readonly options: SimulatorOptions;
      readonly routers: readonly RouterAddition[];
      readonly certificates: readonly CertificateAddition[];
      readonly videos: readonly number[];
      readonly faults: readonly SettledRule[];
      readonly seedFile: string | undefined;
      readonly quiet: boolean;
    };

type Environment = Readonly<Record<string, string | undefined>>;

export function parseCommand(args: readonly string[], environment: Environment = process.env): Command {
  const values = read(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  refuseEmptyKeys("--api-key", values["api-key"]);
  refuseEmptyKeys("--admin-key", values["admin-key"]);
  return {
    kind: "serve",
    options: {
      host: values.host,
      port: port(values.port),
      mode: values["documented-only"] ? "documented-only" : "full",
      ...given("apiKeys", values["api-key"]),
      ...given("adminKeys", values["admin-key"]),
      ...given("taskPath", taskPath(values["task-path"])),
      ...given("taskTime", taskTime(values["task-time"])),
      ...given("seed", seed(values.seed)),
      ...given("stateFile", values.state),
      ...given("objects", objects(values["seed-file"])),
      ...given("controlToken", controlToken(values["control-token"], environment)),
    },
    routers: values.router.map(routerAddition),
    certificates: values.certificate.map(certificateAddition),
    videos: values.video.map(videoId),
    faults: values.fault.map(fault),
    seedFile: values["seed-file"],
    quiet: values.quiet,
  };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: commandOptions }).values;
  } catch (error) {
    throw new UsageError(`${firstSentence(error)}${suggestion(error)}`);
  }
}

function suggestion(error: unknown): string {
  const [, name] = /^Unknown option '(--?[\w-]+)/.exec(readThrown(error).message) ?? [];
  const known = Object.keys(commandOptions).map((option) => `--${option}`);
  if (name === undefined) return "";
  return didYouMean(name, known) || " --help lists the options.";
}

function refuseEmptyKeys(option: string, keys: readonly string[] | undefined): void {
  if (keys?.includes("")) throw new UsageError(`${option} must not be empty.`);
}

/** Node explains at length how to pass a value that begins with a dash: the first sentence says it. */
function firstSentence(error: unknown): string {
  return `${readThrown(error).message.split(/[.\n]\s?/, 1)[0]}.`;
}

/** Left out when undefined, for the default to hold. */
function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
