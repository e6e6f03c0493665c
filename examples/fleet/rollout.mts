import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as pulumi from "@pulumi/pulumi";

// Rolls the program of index.ts out to many stacks, one for each customer:
//
//   node rollout.mts                     all customers of customers.json
//   node rollout.mts --resume            only those whose last rollout did not succeed
//   node rollout.mts --parallel 8 acme   these customers, up to 8 at once
//
// The key and the URL of the platform are in the environment: CLOUDPLATFORM_API_KEY and CLOUDPLATFORM_BASE_URL.

const { LocalWorkspace } = pulumi.automation;

/** The requests that the account may have under way at once, shared by the stacks that are rolled out at once. */
const ACCOUNT_REQUESTS = 20;

type Customers = Record<string, Record<string, number>>;
type Results = Record<string, { result: "succeeded" | "failed"; message: string }>;

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    customers: { type: "string", default: join(import.meta.dirname, "customers.json") },
    folder: { type: "string", default: join(import.meta.dirname, "rollout") },
    parallel: { type: "string", default: "4" },
    resume: { type: "boolean", default: false },
  },
});
const parallel = Number(options.parallel);
if (!Number.isInteger(parallel) || parallel < 1) fail("--parallel must be a number, 1 or more.");

const customers = JSON.parse(readFileSync(options.customers, "utf8")) as Customers;
const unknown = named.filter((name) => customers[name] === undefined);
if (unknown.length > 0) fail(`customers.json does not have ${unknown.join(", ")}.`);

const resultsFile = join(options.folder, "results.json");
if (options.resume && !existsSync(resultsFile))
  fail(`There is no rollout to resume: ${resultsFile} does not exist. Run without --resume.`);
mkdirSync(options.folder, { recursive: true });
const results: Results = options.resume ? (JSON.parse(readFileSync(resultsFile, "utf8")) as Results) : {};
const selected = (named.length > 0 ? named : Object.keys(customers)).filter(
  (name) => results[name]?.result !== "succeeded",
);

// After Ctrl-C the running stacks are finished, and no other is begun.
let isStopped = false;
process.once("SIGINT", () => {
  isStopped = true;
  console.log("Waiting for the running stacks. To go on later, run with --resume.");
});

const waiting = selected.values();
await Promise.all(Array.from({ length: parallel }, rollOutNext));
summarise();

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** Rolls out one customer after the other. */
async function rollOutNext(): Promise<void> {
  for (const name of waiting) {
    if (isStopped) return;
    results[name] = await rollOut(name);
    console.log(`${name}: ${results[name].result}, ${results[name].message}`);
    // Written after each customer, so that --resume also works after a lost machine.
    writeFileSync(resultsFile, JSON.stringify(results, undefined, 2));
  }
}

async function rollOut(stackName: string): Promise<Results[string]> {
  const lines: string[] = [];
  try {
    // Each stack runs its program in a process of its own. Programs that share this process (`program`) would also share
    // its errors: one that fails ends the others.
    const stack = await LocalWorkspace.createOrSelectStack({ stackName, workDir: import.meta.dirname });
    const settings = { ...customers[stackName], "cloudplatform:maxConcurrentRequests": requestsPerStack() };
    await stack.setAllConfig(
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { value: String(value) }])),
    );
    const { summary } = await stack.up({ onOutput: (text) => lines.push(text) });
    const changes = Object.entries(summary.resourceChanges ?? {}).filter(
      ([operation]) => operation !== "same",
    );
    const message = changes.map(([operation, count]) => `${count} ${operation}`).join(", ");
    return { result: "succeeded", message: message || "no changes" };
  } catch (error) {
    return { result: "failed", message: reasonOf(lines.join("")) ?? String(error) };
  } finally {
    writeFileSync(join(options.folder, `${stackName}.log`), lines.join(""));
  }
}

function requestsPerStack(): number {
  return Math.max(1, Math.floor(ACCOUNT_REQUESTS / parallel));
}

/** The first error of a resource in the output of Pulumi. */
function reasonOf(output: string): string | undefined {
  const errors = output.slice(output.indexOf("Diagnostics:")).matchAll(/^\s*error: (.*)$/gm);
  return [...errors].map(([, text]) => text).find((text) => text !== "update failed");
}

function summarise(): void {
  const all = named.length > 0 ? named : Object.keys(customers);
  const failed = all.filter((name) => results[name]?.result === "failed");
  const open = all.filter((name) => results[name] === undefined);
  console.log(`\n${all.length - failed.length - open.length} of ${all.length} customers succeeded.`);
  if (open.length > 0) console.log(`Not begun: ${open.join(", ")}`);
  for (const name of failed) console.log(`Failed: ${name}: ${results[name]?.message}`);
  if (failed.length + open.length > 0) process.exitCode = 1;
  if (failed.length > 0) console.log(`The logs are in ${options.folder}. Run again with --resume.`);
}
