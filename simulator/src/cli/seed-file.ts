import { readFileSync } from "node:fs";
import { readThrown } from "../core/thrown";
import { UsageError } from "./usage";

/** The content of the seed file; the simulator checks it. */
export function objects(path: string): unknown {
  const text = read(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidSeedFile(path, `It is not valid JSON: ${readThrown(error).message}`);
  }
}

export function invalidSeedFile(path: string, sentence: string): UsageError {
  return new UsageError(`--seed-file ${path} cannot be used. ${sentence}`);
}

function read(path: string): string {
  try {
    // Some editors write a byte order mark.
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    throw invalidSeedFile(path, readThrown(error).message);
  }
}
