#!/usr/bin/env node
// Adds to package-lock.json the packages for other platforms that npm left out. npm does so when it cannot fetch
// what describes them, and `npm ci` then refuses the lock on every platform. A test runs this with --check, which
// only tells what is missing.
import fs from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "ppc64", "riscv64", "s390x", "x64"];

/**
 * Finds an installed package as Node does: in the folder itself, then in those above.
 *
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 */
function isLocked(packages, from, name) {
  const parts = from.split("/node_modules/");
  const above = parts.map((_, i) => parts.slice(0, parts.length - i).join("/node_modules/"));
  return [...above, ""].some((folder) => `${folder}${folder && "/"}node_modules/${name}` in packages);
}

/** @param {{ packages: Record<string, any> }} lock */
function missingFromLock({ packages }) {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, from, name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/**
 * What npm would write for it, as far as its name tells.
 *
 * @param {ReturnType<typeof missingFromLock>[number]} missing
 */
function entry({ name, version, dev }) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = os[0] === "linux" ? [name.includes("musl") ? "musl" : "glibc"] : undefined;
  if (os.length !== 1 || cpu.length !== 1 || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(
      `Add ${name} ${version} to package-lock.json by hand: it is not clear for which platform it is.`,
    );
  }
  return { version, cpu, dev, libc, optional: true, os };
}

const file = path.join(root, "package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const missing = missingFromLock(lock);

if (process.argv[2] === "--check") {
  for (const { name, version } of missing) console.log(`${name} ${version}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
} else {
  for (const each of missing) lock.packages[`node_modules/${each.name}`] = entry(each);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  fs.writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`Added ${missing.length} packages to package-lock.json.`);
}
