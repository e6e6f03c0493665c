import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** With the same seed the simulator assigns the same ids in each recording. */
export const SEED = 1;

/** A reader needs it for the report of the second run. */
const READING_MS = 1500;

/** `description` is also the text of the picture in README.md. */
export const summary = {
  title: "A killed run of pulumi up, which the next run continues",
  description:
    "A terminal. pulumi up creates two routers and is killed while the platform works on them. pulumi cancel removes the lock of the stack. The next pulumi up waits for the same two tasks, and reports for each router: which an earlier run created, is used: no second one is created. pulumi refresh then shows three unchanged resources.",
};

const PROGRAM = `import * as cloudplatform from "pulumi-cloudplatform";

for (const name of ["berlin", "lisbon"]) {
  new cloudplatform.Router(name, { projectId: 1234, regionId: 76 });
}
`;

/**
 * @param {import("./terminal.mjs").Terminal} terminal
 * @param {import("./project.mjs").Project} project
 * @returns {Promise<number>} The time of the screen for readers who do not want animations.
 */
export async function perform(terminal, project) {
  project.write("index.ts", PROGRAM);
  project.initialize();
  await terminal.prompt();
  await terminal.run("pulumi up --yes --skip-preview");
  await terminal.shows(/lisbon +creating \(3s\)/);
  killChildren(terminal.shellId);
  await terminal.prompt();
  await terminal.run("pulumi cancel --yes");
  await terminal.prompt();
  await terminal.run("pulumi up --yes --skip-preview");
  await terminal.shows(/Killed.*lisbon +creating \(4s\)/s);
  const still = Date.now();
  project.platform.tasks.finish();
  await terminal.prompt();
  await sleep(READING_MS);
  await terminal.run("pulumi refresh --clear-pending-creates --yes --skip-preview --non-interactive");
  await terminal.prompt();
  return still;
}

/** Kills the program that a shell runs, with all processes that the program has started. @param {number} shell */
function killChildren(shell) {
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const ids = processes.map((line) => line.trim().split(/ +/).map(Number));
  for (const [id, parent] of ids) if (parent === shell) process.kill(-id, "SIGKILL");
}
