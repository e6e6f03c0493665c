import { resolve } from "node:path";
import { PLUGIN } from "./errors";

/** Throws if Node does not find the SDK of Pulumi, whose protocol the plugin serves. */
export function checkSdk(find: (name: string) => unknown = require.resolve): void {
  try {
    find("@pulumi/pulumi");
  } catch {
    throw PLUGIN.noSdk.error({ folder: resolve(__dirname, "..", "..", ".."), project: process.cwd() });
  }
}
