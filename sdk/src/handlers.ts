import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyHandler } from "./contract/resource";

/** The handlers of all resources: each folder of resources/ has one. */
export function loadHandlers(): AnyHandler[] {
  const resources = join(__dirname, "resources");
  return readdirSync(resources, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => (require(join(resources, name, "handler")) as { handler: AnyHandler }).handler);
}
