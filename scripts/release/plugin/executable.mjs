import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../../setup/paths.mjs";
import { run, succeed } from "../../setup/run.mjs";
import { HOST, nodeFor } from "./node.mjs";

const POSTJECT = path.join(root, "node_modules", "postject", "dist", "cli.js");

/** Node finds the program by these names. */
const PLACE = {
  resource: "NODE_SEA_BLOB",
  segment: "NODE_SEA",
  fuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
};

/**
 * Writes a copy of Node with a program inside, a "single executable application". `node --build-sea` would do the same, but not for
 * macOS on x64.
 *
 * @param {string} main the program, in one file
 * @param {string} platform
 * @param {string} file the executable
 */
export async function buildExecutable(main, platform, file) {
  const work = mkdtempSync(path.join(os.tmpdir(), "executable-"));
  try {
    const output = path.join(work, "blob");
    const config = path.join(work, "config.json");
    // Compiled code runs on the same platform only.
    const useCodeCache = platform === HOST;
    writeFileSync(
      config,
      JSON.stringify({ main, output, useCodeCache, disableExperimentalSEAWarning: true }),
    );
    // The format depends on the version of Node, which is the same for all platforms.
    await succeed(run(await nodeFor(HOST, work), ["--experimental-sea-config", config]));
    cpSync(await nodeFor(platform, work), file);
    chmodSync(file, 0o755);
    await insert(output, file);
    if (platform.startsWith("darwin-")) await sign(file);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/**
 * @param {string} blob
 * @param {string} file
 */
async function insert(blob, file) {
  const options = ["--sentinel-fuse", PLACE.fuse, "--macho-segment-name", PLACE.segment];
  await succeed(run(process.execPath, [POSTJECT, file, PLACE.resource, blob, ...options]));
}

/**
 * Replaces the signature of Node, which is no longer valid: macOS on arm64 runs no program without a valid one. macOS has `codesign`;
 * elsewhere `rcodesign` does the same (`cargo install apple-codesign`).
 *
 * @param {string} file
 */
async function sign(file) {
  if (process.platform === "darwin") return succeed(run("codesign", ["--sign", "-", "--force", file]));
  const { ok } = await run("rcodesign", ["--version"]);
  if (ok) return succeed(run("rcodesign", ["sign", file]));
  console.warn(
    `Without rcodesign on the PATH, the executable for ${path.basename(path.dirname(file))} has no valid signature.`,
  );
}
