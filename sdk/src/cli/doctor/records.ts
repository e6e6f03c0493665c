import { CREATION } from "../../errors/creation";
import { PrivateFolder } from "../../pulumi/files/private-files";
import { placeOf } from "../../pulumi/files/record-store";
import { type Check, ok, warning } from "./check";

/** Whether runs of this user can record their creations. Writes a file, and removes it. */
export function checkRecords(programFolder: string): Check {
  const subject = "records";
  const { folder: path } = placeOf(programFolder);
  const folder = new PrivateFolder(path);
  const probe = "doctor";
  if (!folder.write(probe, "")) return warning(subject, CREATION.unrecorded.error());
  folder.remove(probe);
  return ok(subject, `can be written to ${path}`);
}
