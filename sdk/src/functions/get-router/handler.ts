import type { z } from "zod";
import { defineError } from "../../errors/definition";
import type { FunctionHandler, FunctionMock } from "../../lifecycle/handler";
import { id, record, text, uuid, whenObject } from "../../lifecycle/inputs/schemas";
import type { Api } from "../../platform/api/deployment";
import { mockRouter } from "../../platform/api/router-outputs";
import { type Region, type RouterRecord, RoutersApi, stateOf } from "../../platform/api/routers";
import { omitNullish } from "../../util/json";
import type { GetRouterArgs, GetRouterResult } from "./get-router";

/** Errors of `getRouter` and `getRouters`. */
export const ERRORS = {
  idNotFound: defineError<Region & { id: string }>({
    code: "no-router-with-id",
    message: ({ id, projectId, regionId }) =>
      `getRouter: there is no router ${id} in project ${projectId}, region ${regionId}`,
    advice: "Check routerId, projectId and regionId.",
    cause: "The id is wrong, or the router is in another project, region or account.",
  }),
  nameNotFound: defineError<Region & { name: string; found: string }>({
    code: "no-router-with-name",
    message: ({ name, projectId, regionId, found }) =>
      `getRouter: there is no router named "${name}" in project ${projectId}, region ${regionId}; routers found there: ${found}`,
    advice: "Check name, projectId and regionId.",
    cause: "The name is wrong, or the router is in another project, region or account.",
    remedy: "For an empty list instead of an error, use `getRouters`.",
  }),
  nameNotUnique: defineError<Region & { count: number; name: string; ids: string }>({
    code: "several-routers-with-name",
    message: ({ count, name, projectId, regionId, ids }) =>
      `getRouter: there are ${count} routers named "${name}" in project ${projectId}, region ${regionId}: ${ids}`,
    advice: "Set routerId to one of these ids.",
    cause: "Names of routers are not unique.",
    remedy: "For all of them, use `getRouters`.",
  }),
  unreadable: defineError<{ name: string }>({
    code: "routers-not-readable",
    message: ({ name }) => `${name}: this deployment of the platform cannot read routers`,
    cause: "The deployment has only the documented operations.",
    remedy: "Set what you know of the routers in the stack's configuration.",
  }),
};

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
    return stateOf(region, found, {});
  },
};

async function findById(region: Region, id: string, platform: Api): Promise<RouterRecord> {
  const found = await new RoutersApi(platform).find(region, id);
  if (found === "unreadable") throw ERRORS.unreadable.error({ name: "getRouter" });
  if (found === "gone") throw ERRORS.idNotFound.error({ id, ...region });
  return found;
}

async function findByName(region: Region, name: string, platform: Api): Promise<RouterRecord> {
  const routers = new RoutersApi(platform);
  const equal = await routers.listByName(region, name);
  const [first, ...others] = equal ?? [];
  if (equal === undefined) throw ERRORS.unreadable.error({ name: "getRouter" });
  if (others.length > 0) {
    const ids = equal.map(({ id }) => id).join(", ");
    throw ERRORS.nameNotUnique.error({ name, ids, count: equal.length, ...region });
  }
  if (first) return first;
  const all = (await routers.listAll(region)) ?? [];
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

export const mock: FunctionMock<GetRouterArgs, GetRouterResult> = (args, values) =>
  mockRouter(omitNullish(args), values);
