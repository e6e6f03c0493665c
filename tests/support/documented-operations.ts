import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

/** An operation in docs/interface.md, and the cell with the resources and functions that use it. */
interface UsedOperation {
  operation: string;
  users: string;
}

/** The operations of the platform's documentation. */
export function documentedOperations(): UsedOperation[] {
  return operationsIn(parts()[0]);
}

/** The operations that most deployments have. */
export function optionalOperations(): UsedOperation[] {
  return operationsIn(parts()[1]);
}

function parts(): string[] {
  return readFileSync(join(root, "docs", "interface.md"), "utf8").split("### In most deployments");
}

function operationsIn(part = ""): UsedOperation[] {
  const rows = part.matchAll(/^\| `([A-Z]+ \/\S+)` \| (.+) \|$/gm);
  return [...rows].map(([, operation = "", users = ""]) => ({ operation, users }));
}
