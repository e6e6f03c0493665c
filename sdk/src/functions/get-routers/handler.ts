import type { FunctionHandler } from "../../lifecycle/function-handler";
import { id, record, text } from "../../lifecycle/inputs/schemas";
import { stateOf } from "../../platform/api/router-state";
import { RoutersApi } from "../../platform/api/routers";
import { ERRORS } from "../get-router/errors";
import type { GetRoutersArgs, GetRoutersResult } from "./types";

export const handler: FunctionHandler<GetRoutersArgs, GetRoutersResult> = {
  args: record("an object", {
    projectId: id("project"),
    regionId: id("region"),
    name: text("the name of routers").min(1, { error: "must not be empty" }).optional(),
  }),

  async call({ projectId, regionId, name }, platform) {
    const region = { projectId, regionId };
    const routers = new RoutersApi(platform);
    const found = name === undefined ? await routers.listAll(region) : await routers.listByName(region, name);
    if (found === undefined) throw ERRORS.unreadable.error({ name: "getRouters" });
    return { ...region, routers: found.map((router) => stateOf(region, router, {})) };
  },
};
