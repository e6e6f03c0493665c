import { id, record, text } from "../../operation/inputs/schemas";
import { type Region, type RouterRecord, toState } from "../../platform/api/router-record";
import { listRouters } from "../../platform/api/routers";
import type { Caller, FunctionHandler } from "../../pulumi/function-call";
import { ERRORS } from "../get-router/errors";
import type { GetRoutersArgs, GetRoutersResult } from "./get-routers";

export const handler: FunctionHandler<GetRoutersArgs, GetRoutersResult> = {
  args: record("an object", {
    projectId: id("project"),
    regionId: id("region"),
    name: text("the name of routers").min(1, { error: "must not be empty" }).optional(),
  }),

  async call({ projectId, regionId, name }, platform) {
    const region = { projectId, regionId };
    const found = await findRouters(platform, region, { name, of: "getRouters" });
    return { ...region, routers: found.map((router) => toState(region, router)) };
  },
};

/** The routers of a region, or those with a name. One warning names the routers that cannot be read whole. */
export async function findRouters(
  caller: Caller,
  region: Region,
  { name, of }: { name: string | undefined; of: string },
): Promise<RouterRecord[]> {
  const found = await listRouters(caller, region, name);
  if (found === undefined) throw ERRORS.unreadable.error({ name: of });
  const notWhole = found.flatMap(({ id, unreadable }) =>
    unreadable ? `${id} (${unreadable.join(", ")})` : [],
  );
  if (notWhole.length > 0)
    await caller.warn(ERRORS.notWhole.error({ name: of, ...region, routers: notWhole.join("; ") }));
  return found;
}
