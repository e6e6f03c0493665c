import fs from "node:fs/promises";
import path from "node:path";

/** @param {string} folder */
async function makeWritable(folder) {
  await fs.chmod(folder, 0o700);
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(path.join(folder, entry.name));
  }
}

/**
 * Removes a folder with all in it, also what a module cache has protected against that.
 *
 * @param {string} folder
 */
export async function removeFolder(folder) {
  const options = { recursive: true, force: true, maxRetries: 3 };
  try {
    await fs.rm(folder, options);
  } catch {
    await makeWritable(folder);
    await fs.rm(folder, options);
  }
}
