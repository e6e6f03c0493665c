import { id, record, text } from "../../lifecycle/inputs/schemas";
import { toState } from "../../platform/api/router-record";
import type { FunctionHandler } from "../../pulumi/program/function";
import { listRouters } from "../get-router/list";
import type { GetRoutersArgs, GetRoutersResult } from "./get-routers";

export const handler: FunctionHandler<GetRoutersArgs, GetRoutersResult> = {
  args: record("an object", {
    projectId: id("project"),
    regionId: id("region"),
    name: text("the name of routers").min(1, { error: "must not be empty" }).optional(),
  }),

  async call({ projectId, regionId, name }, platform) {
    const region = { projectId, regionId };
    const found = await listRouters(platform, region, { name, of: "getRouters" });
    return { ...region, routers: found.map((router) => toState(region, router, {})) };
  },
};
