import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

/** The first table of docs/operations.md: the documented operations, and the resources and functions that use them. */
export function documentedOperations(): Array<{ operation: string; users: string }> {
  const page = readFileSync(join(root, "docs", "operations.md"), "utf8");
  const [documentedPart = ""] = page.split("## In most deployments");
  const rows = documentedPart.matchAll(/^\| `([A-Z]+ \/\S+)` \| (.+) \|$/gm);
  return [...rows].map(([, operation = "", users = ""]) => ({ operation, users }));
}
