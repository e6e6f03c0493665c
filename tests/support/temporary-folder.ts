import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, and its removal. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "cloudplatform-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
