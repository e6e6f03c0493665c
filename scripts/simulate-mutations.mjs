import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

// Plants each defect of `tests/simulation/mutations` in a copy of the package, and lets the simulation search for it.
//   npm run simulate:mutations -- --minutes 1 --only lists

const { values } = parseArgs({
  options: {
    /** The longest search for one defect. */
    minutes: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
  },
});

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "tests/simulation/mutations");
const patches = readdirSync(folder).filter((name) => name.endsWith(".patch") && name.includes(values.only));
const missed = [];
if (await search()) throw new Error("The simulation breaks promises without a planted defect.");
for (const patch of patches) {
  const name = basename(patch, ".patch");
  const begin = performance.now();
  const violation = await search(join(folder, patch));
  const seconds = ((performance.now() - begin) / 1000).toFixed(0).padStart(3);
  console.log(`${violation ? "found " : "MISSED"} ${seconds} s  ${name}${violation ? `: ${violation}` : ""}`);
  if (!violation) missed.push(name);
}
console.log(`${patches.length - missed.length} of ${patches.length} planted defects were found`);

/** The promise that the first failing history breaks; undefined if none does. Without a patch, in the package as it is. */
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
    if (patch) execFileSync("git", ["apply", patch], { cwd: copy });
    const { minutes, seed } = values;
    const args = [
      "scripts/simulate.mjs",
      "--first",
      "--quiet",
      "--whole",
      "--minutes",
      minutes,
      "--seed",
      seed,
    ];
    return await firstViolation(copy, args);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function firstViolation(cwd, args) {
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // The promise, and the first seed that shows it.
    child.on("close", () => {
      const [, promise, seed] = /^ {2}(\S.*): \d+\n {4}(.+?): /m.exec(output) ?? [];
      resolve(promise && `${promise} (seed ${seed})`);
    });
  });
}
