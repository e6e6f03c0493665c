import { id, record, text } from "../../lifecycle/inputs/schemas";
import { toState } from "../../platform/api/router-record";
import { RoutersReader } from "../../platform/api/routers";
import type { FunctionHandler } from "../../pulumi/program/function";
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
    const routers = new RoutersReader(platform);
    const found = await routers.list(region, name);
    if (found === undefined) throw ERRORS.unreadable.error({ name: "getRouters" });
    return { ...region, routers: found.map((router) => toState(region, router, {})) };
  },
};
