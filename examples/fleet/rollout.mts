import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
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

const USAGE = `Usage: node rollout.mts [options] [customer...]

Rolls the program out to the stacks of these customers, or of all customers.

  --customers FILE  the customers and their settings (default: customers.json)
  --folder FOLDER   results and logs (default: rollout)
  --parallel N      customers at once (default: 4)
  --resume          only those whose last rollout did not succeed
  --help

Ctrl-C finishes the running stacks and begins no other. A second Ctrl-C cancels them, as Ctrl-C cancels "pulumi up".`;

/** The requests that the account may have under way at once, shared by the stacks that are rolled out at once. */
const ACCOUNT_REQUESTS = 20;

type Customers = Record<string, Record<string, number>>;
type Results = Record<string, { result: "succeeded" | "failed"; message: string }>;

const { options, named } = readArguments();
const parallel = Number(options.parallel);
const resultsFile = join(options.folder, "results.json");

if (process.env.ROLLOUT_WORKER === undefined) startWorker();
else await rollOutAll();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        customers: { type: "string", default: join(import.meta.dirname, "customers.json") },
        folder: { type: "string", default: join(import.meta.dirname, "rollout") },
        parallel: { type: "string", default: "4" },
        resume: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    return { options: values, named: positionals };
  } catch (error) {
    fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/**
 * Ctrl-C in a terminal is a signal for the whole process group, also for Pulumi, which then cancels its run. So a process
 * with a group of its own rolls out, and this one tells it about Ctrl-C.
 */
function startWorker(): void {
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const worker = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    env: { ...process.env, ROLLOUT_WORKER: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      if (worker.connected) worker.send(signal);
    });
  worker.once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

async function rollOutAll(): Promise<void> {
  const customers = readCustomers();
  const results = readResults();
  const all = named.length > 0 ? named : Object.keys(customers);
  const waiting = all.filter((name) => results[name]?.result !== "succeeded").values();
  const { stopped, cancelled } = interruptions();
  mkdirSync(options.folder, { recursive: true });
  const rollOutNext = async () => {
    for (const name of waiting) {
      if (stopped.aborted) return;
      const result = await rollOut(name, customers[name] ?? {}, cancelled);
      results[name] = result;
      console.log(`${name}: ${result.result}, ${result.message}`);
      // Written after each customer, so that --resume also works after a lost machine.
      writeFileSync(resultsFile, JSON.stringify(results, undefined, 2));
    }
  };
  await Promise.all(Array.from({ length: parallel }, rollOutNext));
  summarise(all, results);
  process.disconnect?.();
}

function readCustomers(): Customers {
  if (!Number.isInteger(parallel) || parallel < 1) fail("--parallel must be a number, 1 or more.");
  const customers = JSON.parse(readFileSync(options.customers, "utf8")) as Customers;
  const unknown = named.filter((name) => customers[name] === undefined);
  if (unknown.length > 0) fail(`${basename(options.customers)} does not have ${unknown.join(", ")}.`);
  return customers;
}

function readResults(): Results {
  if (!options.resume) return {};
  if (existsSync(resultsFile)) return JSON.parse(readFileSync(resultsFile, "utf8")) as Results;
  fail(`There is no rollout to resume: ${resultsFile} does not exist. Run without --resume.`);
}

/** The first Ctrl-C, or the end of the terminal, aborts `stopped`; the second Ctrl-C aborts `cancelled`. */
function interruptions(): { stopped: AbortSignal; cancelled: AbortSignal } {
  const stop = new AbortController();
  const cancel = new AbortController();
  process.on("disconnect", () => stop.abort());
  process.on("message", () => {
    if (stop.signal.aborted) {
      console.log("Cancelling the running stacks.");
      cancel.abort();
    } else {
      console.log(
        "Waiting for the running stacks. Ctrl-C again cancels them. To go on later, run with --resume.",
      );
      stop.abort();
    }
  });
  return { stopped: stop.signal, cancelled: cancel.signal };
}

async function rollOut(
  stackName: string,
  customer: Customers[string],
  signal: AbortSignal,
): Promise<Results[string]> {
  const log = createWriteStream(join(options.folder, `${stackName}.log`));
  let reason: string | undefined;
  try {
    // Each stack runs its program in a process of its own. Programs that share this process (`program`) would also share
    // its errors: one that fails ends the others.
    const stack = await LocalWorkspace.createOrSelectStack({ stackName, workDir: import.meta.dirname });
    const settings = { ...customer, "cloudplatform:maxConcurrentRequests": requestsPerStack() };
    await stack.setAllConfig(
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { value: String(value) }])),
    );
    const { summary } = await stack.up({
      signal,
      onOutput: (text) => log.write(text),
      onEvent: ({ diagnosticEvent }) => {
        if (diagnosticEvent?.severity === "error" && diagnosticEvent.urn)
          reason ??= firstReason(diagnosticEvent.message);
      },
    });
    const changes = Object.entries(summary.resourceChanges ?? {}).filter(
      ([operation]) => operation !== "same",
    );
    const message = changes.map(([operation, count]) => `${count} ${operation}`).join(", ");
    return { result: "succeeded", message: message || "no changes" };
  } catch (error) {
    if (signal.aborted) reason = "cancelled";
    return { result: "failed", message: reason ?? String(error) };
  } finally {
    log.end();
  }
}

function requestsPerStack(): number {
  return Math.max(1, Math.floor(ACCOUNT_REQUESTS / parallel));
}

/** The reason in an error of a resource. Pulumi counts the reasons in the first line, and each has a line of its own. */
function firstReason(message: string): string {
  const [first = "", ...others] = message.trim().split("\n");
  const counted = /^\d+ errors? occurred:$/.test(first);
  return counted ? (others[0] ?? first).replace(/^\s*\* /, "") : first;
}

function summarise(all: string[], results: Results): void {
  const failed = all.filter((name) => results[name]?.result === "failed");
  const open = all.filter((name) => results[name] === undefined);
  console.log(`\n${all.length - failed.length - open.length} of ${all.length} customers succeeded.`);
  if (open.length > 0) console.log(`Not begun: ${open.join(", ")}`);
  for (const name of failed) console.log(`Failed: ${name}: ${results[name]?.message}`);
  if (failed.length > 0) console.log(`The logs are in ${options.folder}.`);
  if (failed.length + open.length === 0) return;
  console.log("To go on, run again with --resume.");
  process.exitCode = 1;
}
