import { readFileSync } from "node:fs";
import { join } from "node:path";

// Read, not imported: the manifest lies outside the compiled folder.
const manifest: unknown = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8"));

function field(name: "name" | "version"): string {
  const value = (manifest as Record<string, unknown>)[name];
  return typeof value === "string" ? value : "";
}

export const packageName = field("name");
export const packageVersion = field("version");
