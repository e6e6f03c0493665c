import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { errorsPage } from "./errors.mjs";
import { pages } from "./pages.mjs";
import { pluginSchema } from "./plugin-schema.mjs";
import { simulatorReadme } from "./simulator.mjs";
import { root } from "./sources.mjs";

// Writes the generated files and parts of pages. With `--check` it writes nothing, and fails with the differences. Run
// `npm run build` before.

const generated = {
  "docs/errors.md": errorsPage(),
  "sdk/plugin/schema.json": pluginSchema(),
  "simulator/README.md": simulatorReadme(),
  ...pages(),
};

if (process.argv.includes("--check")) check();
else for (const [file, text] of Object.entries(generated)) fs.writeFileSync(path.join(root, file), text);

function check() {
  for (const [file, text] of Object.entries(generated)) {
    if (fs.readFileSync(path.join(root, file), "utf8") === text) continue;
    const command = ["--no-pager", "diff", "--no-index", "--", file, "-"];
    spawnSync("git", command, { cwd: root, input: text, stdio: ["pipe", "inherit", "inherit"] });
    console.error(`${file} differs from its source. \`npm run docs\` writes it.`);
    process.exitCode = 1;
  }
}
