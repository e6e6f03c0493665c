import fs from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { modules, projectNode, projects, root, stamps } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { filesIn, fingerprintAll, readStamp, removeStamp, writeStamp } from "./stamp.mjs";

const compiler = path.join(modules, "typescript", "bin", "tsc");

/** What the compiled files depend on. */
function inputs() {
  const own = projects.flatMap((name) => [
    path.join(root, name, "tsconfig.json"),
    path.join(root, name, "package.json"),
    ...filesIn(path.join(root, name, "src")),
  ]);
  return fingerprintAll([path.join(root, "tsconfig.json"), stamps.dependencies, ...own]);
}

const outputFiles = () => projects.flatMap((name) => filesIn(path.join(root, name, "dist")));

/** @returns {boolean} whether the compiled files are complete and from the present sources */
export function buildReady() {
  const stamp = readStamp(stamps.build);
  return stamp?.inputs === inputs() && stamp.outputs === fingerprintAll(outputFiles());
}

/** Compiled files whose source has gone: the compiler leaves them, and a package would ship them. */
function removeOrphans() {
  for (const file of outputFiles()) {
    const [name, , ...rest] = path.relative(root, file).split(path.sep);
    const source = path.join(root, name, "src", ...rest).replace(/(\.d)?\.[jt]s$/, ".ts");
    if (/\.[jt]s$/.test(file) && !fs.existsSync(source)) fs.rmSync(file);
  }
}

/** Compiles the workspaces, from scratch unless the present compiled files are known to be whole. */
export async function build() {
  const whole = readStamp(stamps.build)?.outputs === fingerprintAll(outputFiles());
  const sources = inputs();
  removeStamp(stamps.build);
  await step(`Compiling ${projects.join(" and ")} (usually 5 to 15 s)`, async () => {
    const args = [compiler, "-b", ...projects, ...(whole ? [] : ["--force"])];
    const { ok, output } = await run(projectNode, args, { cwd: root });
    if (!ok)
      throw new SetupError("The sources do not compile: correct what the compiler says above.", output);
    removeOrphans();
  });
  writeStamp(stamps.build, { inputs: sources, outputs: fingerprintAll(outputFiles()) });
}
