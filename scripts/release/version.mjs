import { execSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/paths.mjs";

// Raises the versions of both packages by the entries of .changeset, and moves the entries into CHANGELOG.md, under the new version and
// its date. Without entries, writes the date of a version that is not released. Part of `npm run release:version`.

const UNRELEASED = / \(unreleased\)$/m;

const page = path.join(root, "CHANGELOG.md");
const changes = entries();
const before = readFileSync(page, "utf8");
if (changes.length > 0 && UNRELEASED.test(before))
  throw new Error("CHANGELOG.md has a version that is not released: write the entries of .changeset there.");
if (changes.length > 0) execSync("changeset version", { cwd: root, stdio: "inherit" });
writeFileSync(page, changes.length > 0 ? withVersion() : before.replace(UNRELEASED, ` (${today()})`));

/** The texts of the entries, without the packages and the kind of change. */
function entries() {
  const folder = path.join(root, ".changeset");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) =>
      readFileSync(path.join(folder, name), "utf8")
        .replace(/^---\n.*?\n---\n/s, "")
        .trim(),
    );
}

function withVersion() {
  const { version } = JSON.parse(readFileSync(path.join(root, "sdk", "package.json"), "utf8"));
  const section = [`## ${version} (${today()})`, ...changes].join("\n\n");
  return before.replace(/^(?=## )/m, `${section}\n\n`);
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
