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
  const unidentified: string[] = [];
  const found = await new RoutersReader(caller).list(
    region,
    name,
    ({ reason }) => void unidentified.push(`a router without a valid id, which is left out (${reason})`),
  );
  if (found === undefined) throw ERRORS.unreadable.error({ name: of });
  const notWhole = found.flatMap(({ id, unreadable }) =>
    unreadable ? `${id} (${unreadable.join(", ")})` : [],
  );
  const routers = [...notWhole, ...unidentified].join("; ");
  if (routers) await caller.warn(ERRORS.notWhole.error({ name: of, ...region, routers }));
  return found;
}
