import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

// A stamp is a small JSON file that is written only after a piece of work has succeeded. What it says about files
// are their size and time of change, which is quick to compare and changes whenever the files do.

/**
 * @param {string} file
 * @returns {string | undefined} undefined when there is no such file
 */
export function fingerprint(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.size}:${stat.mtimeMs}` : undefined;
}

/**
 * @param {string} folder
 * @returns {string[]} the files in it, at any depth, in a stable order; none when there is no such folder
 */
export function filesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** @param {readonly string[]} parts */
export const hash = (parts) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** @param {readonly string[]} files */
export const fingerprintAll = (files) => hash(files.map((file) => `${file} ${fingerprint(file)}`));

/**
 * @param {string} file
 * @returns {any} undefined when the file is absent or damaged
 */
export function readStamp(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Written aside and renamed, so that nobody ever reads half a stamp.
 *
 * @param {string} file
 * @param {object} content
 */
export function writeStamp(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, JSON.stringify(content));
  fs.renameSync(aside, file);
}

/** @param {string} file */
export const removeStamp = (file) => fs.rmSync(file, { force: true });
