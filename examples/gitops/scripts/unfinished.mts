import { execFileSync } from "node:child_process";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";

// Prints the URN of each router that a lost run was creating, if the resource may adopt a router of its name: that router was
// created after the run before the lost one had ended, or does not exist yet. About each other router it prints what to do by
// hand.

interface State {
  resources?: { urn: string }[];
  /** Pulumi writes an operation here before it starts, and removes it when it ends. */
  pending_operations?: { type: string; resource: { urn: string; type: string; inputs: Inputs } }[];
}

type Inputs = Record<"projectId" | "regionId" | "name", unknown>;

interface FinishedRun {
  message: string;
  endTime: string;
}

const ROUTER = "pulumi-nodejs:dynamic/cloudplatform:Router";
/** The message of the runs of recover.sh. */
const RECOVERY = "Recovery of a lost run";

const stack = process.env.PULUMI_STACK ?? "";
const runs: FinishedRun[] = command("stack", "history", "--json");
const lastEnd = runs.find(({ message }) => message !== RECOVERY)?.endTime;

useConfiguration();
for (const { urn, inputs } of unfinishedCreations()) {
  const { projectId, regionId, name } = inputs;
  if (typeof projectId !== "number" || typeof regionId !== "number" || typeof name !== "string") {
    refuse(urn, "The state contains its project, region or name as a secret.");
    continue;
  }
  const { routers } = await cloudplatform.getRouters({ projectId, regionId, name });
  const other = routers.find(({ createdAt }) => !isOfLostRun(createdAt));
  if (other === undefined) console.log(urn);
  else
    refuse(
      urn,
      `Router ${other.routerId} has its name "${name}", and was created at ${other.createdAt}. ` +
        `The run before the lost one ended at ${lastEnd ?? "an unknown time"}.`,
    );
}

/** The routers that the lost run has begun to create, and that no run has created since. */
function unfinishedCreations(): { urn: string; inputs: Inputs }[] {
  const { deployment } = command<{ deployment: State }>("stack", "export");
  const existing = new Set(deployment.resources?.map(({ urn }) => urn));
  return (deployment.pending_operations ?? [])
    .filter(({ type, resource }) => type === "creating" && resource.type === ROUTER)
    .map(({ resource }) => resource)
    .filter(({ urn }) => !existing.has(urn));
}

/** The platform's times may be in whole seconds, and those without a zone are in UTC. */
function isOfLostRun(createdAt: string | null | undefined): boolean {
  if (!createdAt || !lastEnd) return false;
  const isZoned = /(Z|[+-]\d{2}:?\d{2})$/.test(createdAt);
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
  return seconds(isZoned ? createdAt : `${createdAt}Z`) >= seconds(lastEnd);
}

function refuse(urn: string, reason: string): void {
  console.error(
    `The lost run was creating ${urn}. ${reason} So nothing shows that the lost run created this router, and it is not adopted.\n` +
      "If the log of the lost run shows that it did, adopt the router with this command:\n" +
      `  CLOUDPLATFORM_IF_EXISTS=adopt pulumi up --stack ${stack} --target '${urn}'\n` +
      "Otherwise, declare another name, or the id of the router as routerId.",
  );
}

/** The functions of the package then use the configuration of the stack, as in the program. */
function useConfiguration(): void {
  const config = command<Record<string, { value: string }>>("config", "--json", "--show-secrets");
  const values = Object.entries(config).map(([key, { value }]) => [key, value]);
  pulumi.runtime.setAllConfig(Object.fromEntries(values));
}

function command<T>(...args: string[]): T {
  const all = [...args, "--stack", stack, "--non-interactive"];
  return JSON.parse(execFileSync("pulumi", all, { encoding: "utf8", maxBuffer: 2 ** 30 }));
}
