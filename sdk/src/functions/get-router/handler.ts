import type { z } from "zod";
import { id, record, text, uuid, whenObject } from "../../operation/inputs/schemas";
import type { Reader } from "../../platform/api/api";
import { type Region, type RouterRecord, toState } from "../../platform/api/router-record";
import { findRouter, listRouters } from "../../platform/api/routers";
import type { Caller, FunctionHandler } from "../../pulumi/function-call";
import { findRouters } from "../get-routers/handler";
import { ERRORS } from "./errors";
import type { GetRouterArgs, GetRouterResult } from "./get-router";

/** Not a union of two schemas, which would report the failures of both. */
const Args = record("an object", {
  projectId: id("project"),
  regionId: id("region"),
  routerId: uuid("router").optional(),
  name: text("the name of a router").min(1, { error: "must not be empty" }).optional(),
}).superRefine(({ routerId, name }, context) => {
  if ((routerId === undefined) === (name === undefined))
    context.addIssue("must have either routerId or name");
}, whenObject);

export const handler: FunctionHandler<GetRouterArgs, GetRouterResult> = {
  args: Args as z.ZodType<GetRouterArgs>,

  async call({ projectId, regionId, routerId, name = "" }, platform) {
    const region = { projectId, regionId };
    const found =
      routerId === undefined
        ? await findByName(region, name, platform)
        : await findById(region, routerId, platform);
    return toState(region, found);
  },
};

async function findById(region: Region, id: string, platform: Reader): Promise<RouterRecord> {
  const found = await findRouter(platform, region, id);
  if (found === "unreadable") throw ERRORS.unreadable.error({ name: "getRouter" });
  if (found === "gone") throw ERRORS.idNotFound.error({ id, ...region });
  return found;
}

async function findByName(region: Region, name: string, platform: Caller): Promise<RouterRecord> {
  const equal = await findRouters(platform, region, { name, of: "getRouter" });
  const [first, ...others] = equal;
  if (others.length > 0) {
    const ids = equal.map(({ id }) => id).join(", ");
    throw ERRORS.nameNotUnique.error({ name, ids, count: equal.length, ...region });
  }
  if (first) return first;
  const all = (await listRouters(platform, region)) ?? [];
  throw ERRORS.nameNotFound.error({ name, found: listOf(all), ...region });
}

const NAMED = 10;

/** The names of routers, for an error. */
function listOf(routers: RouterRecord[]): string {
  if (routers.length === 0) return "none";
  const names = routers.slice(0, NAMED).map(({ id, name }) => (name ? `"${name}"` : id));
  const left = routers.length - names.length;
  return names.join(", ") + (left > 0 ? ` and ${left} more` : "");
}
