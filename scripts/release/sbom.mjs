import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../setup/paths.mjs";
import { npm, run } from "../setup/run.mjs";

// `npm sbom` describes the root of a project, not one of its workspaces. So it runs in a folder with the package.json of one
// package and with the part of the lock file that its users install.

/**
 * The SBOM (software bill of materials) of a workspace in the format CycloneDX: its runtime dependencies as the lock file has them.
 * A user's project installs the peer dependencies in its own version, so they are not included.
 *
 * @param {string} workspace Such as `sdk`.
 * @returns {Promise<string>} The same text for the same commit and the same npm.
 */
export async function sbomOf(workspace) {
  const { peerDependencies: _, devDependencies: __, ...manifest } = readJson(workspace, "package.json");
  const temporary = mkdtempSync(path.join(tmpdir(), "cloudplatform-sbom-"));
  // npm gives the component the name of its folder.
  const folder = path.join(temporary, manifest.name);
  try {
    mkdirSync(folder);
    writeJson(path.join(folder, "package.json"), manifest);
    writeJson(path.join(folder, "package-lock.json"), lockOf(workspace, manifest));
    // Removes the packages of the other workspaces. Everything that is left is locked, so no registry is asked.
    await npmIn(folder, [
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      "--omit-lockfile-registry-resolved",
    ]);
    const sbom = await npmIn(folder, ["sbom", "--sbom-format=cyclonedx", "--sbom-type=library"]);
    return reproducible(JSON.parse(sbom), await commitTime());
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
async function npmIn(folder, args) {
  const options = { cwd: folder };
  const { ok, stdout, output } = await npm([...args, "--package-lock-only", "--loglevel=error"], options);
  if (!ok) throw new Error(output.trim());
  return stdout;
}

/**
 * @param {string} workspace
 * @param {object} manifest
 */
function lockOf(workspace, manifest) {
  const { packages, ...lock } = readJson("package-lock.json");
  const installed = Object.entries(packages).filter(([, { link }]) => !link);
  const shared = installed.filter(([folder]) => folder.startsWith("node_modules/"));
  // What only this workspace has, such as another version of a shared package.
  const own = installed
    .filter(([folder]) => folder.startsWith(`${workspace}/node_modules/`))
    .map(([folder, entry]) => [folder.slice(workspace.length + 1), entry]);
  return { ...lock, packages: Object.fromEntries([["", manifest], ...shared, ...own]) };
}

/**
 * Replaces what npm takes from the clock and from random numbers.
 *
 * @param {{ serialNumber: string, metadata: { timestamp: string } }} sbom
 * @param {string | undefined} time
 */
function reproducible(sbom, time) {
  // JSON omits what is undefined.
  const metadata = { ...sbom.metadata, timestamp: time };
  const content = JSON.stringify({ ...sbom, serialNumber: undefined, metadata });
  const serialNumber = `urn:uuid:${uuidOf(content)}`;
  return `${JSON.stringify({ ...sbom, serialNumber, metadata }, undefined, 2)}\n`;
}

/**
 * A UUID of version 8, whose bits come from a hash (RFC 9562).
 *
 * @param {string} text
 */
function uuidOf(text) {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Undefined outside of a Git repository. */
async function commitTime() {
  const { ok, stdout } = await run(
    "git",
    ["log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"],
    {
      cwd: root,
      env: { ...process.env, TZ: "UTC" },
    },
  );
  return ok ? stdout.trim() : undefined;
}

/** @param {string[]} names */
function readJson(...names) {
  return JSON.parse(readFileSync(path.join(root, ...names), "utf8"));
}

/**
 * @param {string} file
 * @param {object} content
 */
function writeJson(file, content) {
  writeFileSync(file, JSON.stringify(content, undefined, 2));
}
