import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { version as ownVersion } from "../../util/version";
import { isAtLeast, LOWEST_CLI, LOWEST_IMPORTING_CLI, type PulumiCli } from "../pulumi";
import { type Check, ok, problem, warning } from "./check";
import { DOCTOR } from "./errors";

const manifest = require("../../../package.json") as {
  engines: { node: string };
  peerDependencies: Record<string, string>;
};

/** The Node of the PATH, which Pulumi starts. */
export function checkNode(): Check {
  const { stdout, error } = spawnSync("node", ["--version"], { encoding: "utf8" });
  if (error) return problem("Node", DOCTOR.noNode.error({ reason: error.message }));
  return checkVersion("Node", stdout.trim().replace(/^v/, ""), manifest.engines.node);
}

export async function checkCli(pulumi: PulumiCli): Promise<Check> {
  const subject = "Pulumi CLI";
  const found = await pulumi.version().catch((error: Error) => error);
  if (found instanceof Error) return problem(subject, found);
  return checkCliVersion(found);
}

export function checkCliVersion(found: string): Check {
  const [subject, lowest] = ["Pulumi CLI", LOWEST_IMPORTING_CLI];
  const check = checkVersion(subject, found, `>=${LOWEST_CLI}`);
  return check.level === "ok" && !isAtLeast(found, lowest)
    ? warning(subject, DOCTOR.cannotImport.error({ found, lowest }))
    : check;
}

/** Pulumi's SDK and this package, as the program and the provider process load them. */
export function checkPackages(folder: string): Check[] {
  const load = createRequire(join(folder, "index.js"));
  return [checkSdk(folder, load), checkOwnPackage(folder, load)];
}

function checkSdk(folder: string, load: NodeJS.Require): Check {
  const subject = "@pulumi/pulumi";
  const found = packageOf(subject, load);
  return found === undefined
    ? problem(subject, DOCTOR.noSdk.error({ folder }))
    : checkVersion(subject, found.version, manifest.peerDependencies[subject] as string);
}

function checkOwnPackage(folder: string, load: NodeJS.Require): Check {
  const module = "pulumi-cloudplatform/provider";
  const found = resolves(module, load) ? packageOf("pulumi-cloudplatform", load) : undefined;
  if (found === undefined) return problem(module, DOCTOR.noProvider.error({ folder }));
  return found.version === ownVersion
    ? ok(module, `version ${found.version} in ${found.folder}`)
    : warning(
        module,
        DOCTOR.otherVersion.error({ found: found.version, folder: found.folder, own: ownVersion }),
      );
}

function packageOf(name: string, load: NodeJS.Require): { version: string; folder: string } | undefined {
  const file = `${name}/package.json`;
  if (!resolves(file, load)) return undefined;
  return { version: (load(file) as { version: string }).version, folder: dirname(load.resolve(file)) };
}

function resolves(module: string, load: NodeJS.Require): boolean {
  try {
    load.resolve(module);
    return true;
  } catch {
    return false;
  }
}

function checkVersion(subject: string, found: string, range: string): Check {
  return satisfies(found, range)
    ? ok(subject, `${found} (supported: ${range})`)
    : problem(subject, DOCTOR.unsupported.error({ found, range }));
}

/** Whether a version is in a range of the forms `>=1.2` and `^1.2.3`. */
export function satisfies(found: string, range: string): boolean {
  const lowest = range.replace(/^(>=|\^)/, "");
  const isSameMajor = found.split(".")[0] === lowest.split(".")[0];
  return isAtLeast(found, lowest) && (!range.startsWith("^") || isSameMajor);
}
