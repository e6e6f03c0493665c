import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";

/** A new folder, and its removal. Its path is the one that the system returns, also if the temporary folder is a link or a short name. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = realpathSync.native(mkdtempSync(join(tmpdir(), "cloudplatform-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new folder for each test of a file. */
export function useTemporaryFolder(): { readonly path: string } {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  return {
    get path() {
      return folder.path;
    },
  };
}
