import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../setup/paths.mjs";
import { npm, run, succeed } from "../setup/run.mjs";
import { packPlugin } from "./plugin.mjs";
import { sbomOf } from "./sbom.mjs";

// npm run release:pack -- [--repository URL] [--plugin-url URL] [--platform NAME]... [FOLDER]: builds both packages from scratch, packs them
// into the folder (default: release/) with an SBOM of each, and the plugin for each platform, and checks what was packed. Publishes
// nothing. The addresses are not in the sources, so that each repository publishes its own: packing writes them into package.json, into
// links of the README, and into the schema of the plugin.

const PACKAGES = ["sdk", "simulator"];

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      repository: { type: "string" },
      /** From where Pulumi downloads the plugin, such as `github://api.github.com/team/cloudplatform`. */
      "plugin-url": { type: "string" },
      /** Of the plugin, such as `linux-amd64`. Default: all. */
      platform: { type: "string", multiple: true },
    },
    allowPositionals: true,
  });
  const folder = path.resolve(positionals[0] ?? path.join(root, "release"));
  const { version } = JSON.parse(readFileSync(path.join(root, "sdk", "package.json"), "utf8"));
  if (!existsSync(path.join(root, "tests", "upgrade", "states", `${version}.json`)))
    throw new Error(
      `tests/upgrade/states/${version}.json does not exist: record the state of this version (see CONTRIBUTING.md).`,
    );
  mkdirSync(folder, { recursive: true });
  const addresses = [...linksTo(values.repository, version), ...downloadFrom(values["plugin-url"])];
  await withAddresses(addresses, async () => {
    await pack(folder);
    await packPlugin(folder, values.platform);
  });
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
  }
}

/** @typedef {{ file: string, before: string, after: string }} Edit */

/**
 * Does some work while files of the packages have addresses.
 *
 * @param {Edit[]} edits
 * @param {() => Promise<void>} work
 */
async function withAddresses(edits, work) {
  try {
    for (const { file, after } of edits) writeFileSync(file, after);
    await work();
  } finally {
    for (const { file, before } of edits) writeFileSync(file, before);
  }
}

/**
 * The files of the packages with links to their repository.
 *
 * @param {string | undefined} url Such as `https://git.example.com/team/cloudplatform`.
 * @param {string} version
 */
function linksTo(url, version) {
  if (url === undefined) return [];
  process.env.DOCS_SOURCE_URL = `${url}/blob/v${version}`;
  return PACKAGES.flatMap((name) => [
    edited(path.join(name, "package.json"), (text) => manifestWithLinks(text, url, name)),
    edited(path.join(name, "README.md"), (text) => absoluteLinks(text, `${url}/blob/v${version}/${name}/`)),
  ]);
}

/**
 * The schema with the address of the plugin.
 *
 * @param {string | undefined} url
 */
function downloadFrom(url) {
  if (url === undefined) return [];
  const field = `"pluginDownloadURL": ${JSON.stringify(url)}`;
  return [edited(path.join("sdk", "plugin", "schema.json"), (text) => text.replace("{", `{\n ${field},`))];
}

/**
 * @param {string} name
 * @param {(text: string) => string} edit
 * @returns {Edit}
 */
function edited(name, edit) {
  const file = path.join(root, name);
  const before = readFileSync(file, "utf8");
  return { file, before, after: edit(before) };
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
