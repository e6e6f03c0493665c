import fs from "node:fs";

const SAMPLE_MS = 100;
/** The unit of processor time in /proc: 100 per second on every Linux. */
const TICKS_PER_SECOND = 100;

/** The processes of a run, by a part of their command lines. */
const KINDS = {
  provider: "dynamic-provider",
  program: "@pulumi/pulumi/cmd/run",
  engine: "--non-interactive",
};

/**
 * @typedef {object} Usage What the processes of one kind have used.
 * @property {number | null} seconds Processor time.
 * @property {number | null} megabytes The largest resident memory of one process.
 *
 * @typedef {Record<keyof typeof KINDS, Usage>} Usages
 */

/**
 * Watches the processes of the runs with this PULUMI_HOME. `stop` returns what they have used, as far as /proc reports
 * that.
 *
 * @param {string} home
 * @returns {{ stop: () => Usages }}
 */
export function watchProcesses(home) {
  /** @type {Map<string, { kind: string, seconds: number, megabytes: number }>} */
  const seen = new Map();
  const sample = () => {
    for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const kind = seen.get(pid)?.kind ?? kindOf(pid, home);
      const usage = kind && usageOf(pid);
      if (usage) seen.set(pid, { kind, ...usage });
    }
  };
  const timer = fs.existsSync("/proc/self/stat") ? setInterval(sample, SAMPLE_MS) : undefined;
  const stop = () => {
    clearInterval(timer);
    return Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, total(kind, [...seen.values()])]));
  };
  return { stop };
}

function total(kind, processes) {
  const all = processes.filter((process) => process.kind === kind);
  if (all.length === 0) return { seconds: null, megabytes: null };
  return {
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
  };
}

/** Undefined for processes of other runs. Looked at again, because a process begins with the command of its parent. */
function kindOf(pid, home) {
  const command = read(pid, "cmdline");
  const kind = Object.keys(KINDS).find((name) => command.includes(KINDS[name]));
  return kind && read(pid, "environ").includes(`PULUMI_HOME=${home}\0`) ? kind : undefined;
}

/** Undefined if the process has ended. */
function usageOf(pid) {
  // The name of the program, in parentheses, may have spaces.
  const [user, system] = read(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ")
    .slice(11, 13);
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status")) ?? [];
  if (kilobytes === undefined) return undefined;
  return {
    seconds: (Number(user) + Number(system)) / TICKS_PER_SECOND,
    megabytes: Number(kilobytes) / 1024,
  };
}

/** Empty if the process has ended. */
function read(pid, file) {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
