import { join } from "node:path";
import type { AnyHandler } from "./contract/resource";
import { loadFrom } from "./util/modules";

/** The handlers of all resources: each folder of resources/ has one. */
export function loadHandlers(): AnyHandler[] {
  const modules = loadFrom<{ handler: AnyHandler }>(join(__dirname, "resources"), "handler");
  return [...modules.values()].map(({ handler }) => handler);
}
