import type { UnreadableRecord } from "../../platform/api/pages";
import type { Region, RouterRecord } from "../../platform/api/router-record";
import { RoutersReader } from "../../platform/api/routers";
import type { Caller } from "../../pulumi/program/function";
import { ERRORS } from "./errors";

/** The routers of a region, or those with a name. One warning names the routers that cannot be read whole. */
export async function listRouters(
  caller: Caller,
  region: Region,
  { name, of }: { name: string | undefined; of: string },
): Promise<RouterRecord[]> {
  const records: UnreadableRecord[] = [];
  const found = await new RoutersReader(caller).list(region, name, (record) => void records.push(record));
  if (found === undefined) throw ERRORS.unreadable.error({ name: of });
  const routers = records.map(fieldsOf).join("; ");
  if (routers) await caller.warn(ERRORS.notWhole.error({ name: of, ...region, routers }));
  return found;
}

function fieldsOf({
  id = "a router without a valid id, which is left out",
  fields,
}: UnreadableRecord): string {
  return fields.length === 0 ? id : `${id} (${fields.join(", ")})`;
}
