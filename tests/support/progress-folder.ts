import { readdirSync } from "node:fs";
import { join } from "node:path";
import { FileRecordStore } from "../../sdk/src/pulumi/files/record-store";
import { useTemporaryFolder } from "./temporary-folder";

/** The progress entries of a machine, a new one for each test. Each store stands for a provider process. */
export function useProgressFolder() {
  const home = useTemporaryFolder();
  const folder = () => join(home.path, "cloudplatform", "operations");
  return {
    home: () => home.path,
    folder,
    started: () => new FileRecordStore({ folder: folder(), scope: "scope" }),
    files: () => readdirSync(folder(), { encoding: "utf8" }),
  };
}
