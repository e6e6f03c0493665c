import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

// Plants each defect of `tests/simulation/mutations` in a copy of the package, and lets the simulation search for it.
//   npm run simulate:mutations -- --histories 3000 --only lists

const { values } = parseArgs({
  options: {
    /** The longest search for one defect. */
    histories: { type: "string", default: "3000" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
  },
});

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "tests/simulation/mutations");
const patches = readdirSync(folder).filter((name) => name.endsWith(".patch") && name.includes(values.only));
const missed = [];
for (const patch of patches) {
  const name = basename(patch, ".patch");
  const begin = performance.now();
  const violation = await search(join(folder, patch));
  const seconds = ((performance.now() - begin) / 1000).toFixed(0).padStart(3);
  console.log(`${violation ? "found " : "MISSED"} ${seconds} s  ${name}${violation ? `: ${violation}` : ""}`);
  if (!violation) missed.push(name);
}
console.log(`${patches.length - missed.length} of ${patches.length} planted defects were found`);

/** The promise that the first failing history breaks, but only because of the defect; undefined if none does. */
async function search(patch) {
  const copy = mkdtempSync(join(tmpdir(), "mutation-"));
  try {
    for (const part of [
      "sdk/src",
      "sdk/package.json",
      "sdk/plugin",
      "simulator/src",
      "simulator/package.json",
      "tests/simulation",
      "scripts/simulate.mjs",
    ])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    execFileSync("git", ["apply", patch], { cwd: copy });
    // The histories in which it does harm are rare among all.
    const [, theme] = /^Theme: (.+)$/m.exec(readFileSync(patch, "utf8")) ?? [];
    const about = theme ? ["--theme", theme] : [];
    const last = Number(values.seed) + Number(values.histories);
    for (let seed = Number(values.seed); seed < last; ) {
      const found = await firstViolation(copy, [...about, "--seed", seed, "--histories", last - seed]);
      if (!found) return undefined;
      const isDefect = !(await firstViolation(root, [...about, "--seed", found.seed, "--histories", 1]));
      if (isDefect) return `${found.promise} (seed ${found.seed}${theme ? ` of ${theme}` : ""})`;
      seed = found.seed + 1;
    }
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function firstViolation(cwd, which) {
  const args = ["scripts/simulate.mjs", "--first", "--quiet", "--whole", ...which.map(String)];
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // The promise, and the first seed that shows it.
    child.on("close", () => {
      const [, promise, seed] = /^ {2}(\S.*): \d+\n {4}(?:[a-z ]+:)?(\d+): /m.exec(output) ?? [];
      resolve(promise && { promise, seed: Number(seed) });
    });
  });
}
