import fs from "node:fs";

const SAMPLE_MS = 100;

/**
 * Watches the dynamic-provider processes of the runs with this PULUMI_HOME. `stop` returns the largest resident memory of
 * one in megabytes, or null where the system does not report the memory of processes in /proc.
 *
 * @param {string} home
 */
export function watchProvider(home) {
  if (!fs.existsSync("/proc/self/status")) return { stop: () => null };
  const known = new Map();
  let peak = null;
  const timer = setInterval(() => {
    for (const pid of providersOf(home, known)) {
      const megabytes = peakMemory(pid);
      if (megabytes !== undefined) peak = Math.max(peak ?? 0, megabytes);
    }
  }, SAMPLE_MS);
  const stop = () => {
    clearInterval(timer);
    return peak;
  };
  return { stop };
}

/**
 * @param {string} home
 * @param {Map<string, boolean>} known Whether the processes that were seen before are providers.
 */
function providersOf(home, known) {
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    if (!known.get(pid)) known.set(pid, isProvider(pid, home));
  return [...known].filter(([, isOne]) => isOne).map(([pid]) => pid);
}

function isProvider(pid, home) {
  return (
    read(pid, "cmdline").includes("dynamic-provider") &&
    read(pid, "environ").includes(`PULUMI_HOME=${home}\0`)
  );
}

/** The largest resident memory until now. */
function peakMemory(pid) {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status")) ?? [];
  return kilobytes && Number(kilobytes) / 1024;
}

/** Empty if the process has ended. */
function read(pid, file) {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
