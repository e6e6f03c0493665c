import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../setup/paths.mjs";
import { npm, run, succeed } from "../setup/run.mjs";
import { packPlugin } from "./plugin.mjs";
import { sbomOf } from "./sbom.mjs";

// npm run release:pack -- [--repository URL] [FOLDER]: builds both packages from scratch, packs them into the folder
// (default: release/) with an SBOM of each, and the plugin for `pulumi plugin install`, and checks what was packed. Publishes nothing. The address of the repository is not in the
// sources, so that each repository publishes its own: packing writes it into package.json and into links of the README.

const PACKAGES = ["sdk", "simulator"];

async function main() {
  const { values, positionals } = parseArgs({
    options: { repository: { type: "string" } },
    allowPositionals: true,
  });
  const folder = path.resolve(positionals[0] ?? path.join(root, "release"));
  const { version } = JSON.parse(readFileSync(path.join(root, "sdk", "package.json"), "utf8"));
  if (!existsSync(path.join(root, "tests", "upgrade", "states", `${version}.json`)))
    throw new Error(
      `tests/upgrade/states/${version}.json does not exist: record the state of this version (see CONTRIBUTING.md).`,
    );
  mkdirSync(folder, { recursive: true });
  await withLinks(values.repository, version, () => pack(folder));
  const files = readdirSync(folder).filter((name) => name.endsWith(`-${version}.tgz`));
  const check = path.join(root, "scripts", "release", "check.mjs");
  console.log(await succeed(run(process.execPath, [check, ...files.map((name) => path.join(folder, name))])));
}

/** @param {string} folder */
async function pack(folder) {
  const workspaces = PACKAGES.map((name) => `--workspace=${name}`);
  // The .npmrc of this repository turns scripts off, and with them `prepack`, which builds.
  await succeed(npm(["pack", ...workspaces, "--ignore-scripts=false", `--pack-destination=${folder}`]));
  for (const workspace of PACKAGES) {
    const { name, version } = JSON.parse(readFileSync(path.join(root, workspace, "package.json"), "utf8"));
    writeFileSync(path.join(folder, `${name}-${version}.cdx.json`), await sbomOf(workspace));
    if (workspace === "sdk") await packPlugin(path.join(folder, `${name}-${version}.tgz`), folder);
  }
}

/**
 * Does some work while the files of the packages have links to their repository.
 *
 * @param {string | undefined} url Such as `https://git.example.com/team/cloudplatform`.
 * @param {string} version
 * @param {() => Promise<void>} work
 */
async function withLinks(url, version, work) {
  if (url === undefined) return work();
  process.env.DOCS_SOURCE_URL = `${url}/blob/v${version}`;
  const files = PACKAGES.flatMap((name) => [
    linked(path.join(name, "package.json"), (text) => manifestWithLinks(text, url, name)),
    linked(path.join(name, "README.md"), (text) => absoluteLinks(text, `${url}/blob/v${version}/${name}/`)),
  ]);
  try {
    for (const { file, after } of files) writeFileSync(file, after);
    await work();
  } finally {
    for (const { file, before } of files) writeFileSync(file, before);
  }
}

/**
 * @param {string} name
 * @param {(text: string) => string} addLinks
 */
function linked(name, addLinks) {
  const file = path.join(root, name);
  const before = readFileSync(file, "utf8");
  return { file, before, after: addLinks(before) };
}

/**
 * @param {string} text
 * @param {string} url
 * @param {string} directory
 */
function manifestWithLinks(text, url, directory) {
  const repository = { type: "git", url: `git+${url}.git`, directory };
  const links = { repository, homepage: `${url}#readme`, bugs: { url: `${url}/issues` } };
  return JSON.stringify({ ...JSON.parse(text), ...links }, null, 2);
}

/**
 * Makes the relative links of a page absolute. Links within the page stay.
 *
 * @param {string} text
 * @param {string} base
 */
function absoluteLinks(text, base) {
  return text.replace(/\]\((?!https?:|#)([^)\s]+)\)/g, (_, target) => `](${new URL(target, base)})`);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
