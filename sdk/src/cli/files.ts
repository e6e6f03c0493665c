import { writeFileSync } from "node:fs";
import { COMMAND } from "./errors";

export function writeFile(file: string, text: string, mode = 0o666): void {
  try {
    writeFileSync(file, text, { mode });
  } catch (error) {
    throw COMMAND.outFile.error({ file, reason: fileReason(error) });
  }
}

/** Why a file cannot be read or written. Node names the call and the path after it. */
export function fileReason(error: unknown): string {
  const [reason = ""] = (error as Error).message.split(",");
  return reason;
}
