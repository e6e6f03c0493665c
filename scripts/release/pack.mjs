import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { npm } from "../setup/npm.mjs";
import { root } from "../setup/paths.mjs";
import { run } from "../setup/run.mjs";

// npm run release:pack -- [FOLDER]: builds both packages from scratch, packs them into the folder (default: release/),
// and checks what was packed. Publishes nothing.

const folder = path.resolve(process.argv[2] ?? path.join(root, "release"));
const { version } = JSON.parse(readFileSync(path.join(root, "sdk", "package.json"), "utf8"));

if (!existsSync(path.join(root, "tests", "upgrade", "states", `${version}.json`)))
  fail(
    `tests/upgrade/states/${version}.json does not exist: record the state of this version (see CONTRIBUTING.md).`,
  );

mkdirSync(folder, { recursive: true });
// The .npmrc of this repository turns scripts off, and with them `prepack`, which builds.
await succeed(
  npm([
    "pack",
    "--workspace=sdk",
    "--workspace=simulator",
    "--ignore-scripts=false",
    `--pack-destination=${folder}`,
  ]),
);
const files = readdirSync(folder).filter((name) => name.endsWith(`-${version}.tgz`));
const check = path.join(root, "scripts", "release", "check.mjs");
console.log(await succeed(run(process.execPath, [check, ...files.map((name) => path.join(folder, name))])));

/** @param {ReturnType<typeof run>} running */
async function succeed(running) {
  const { ok, output } = await running;
  if (!ok) fail(output.trim());
  return output.trim();
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  console.error(text);
  process.exit(1);
}
