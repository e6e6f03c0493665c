import { z } from "zod";
import { conflict } from "../../core/problem";
import { uuid } from "../../core/schemas";
import { type Operation, operation } from "../../http/operation";
import type { RoutersHandle } from "./handle";

const addition = z.strictObject({
  project_id: z.int().nonnegative(),
  region_id: z.int().nonnegative(),
  id: uuid.optional(),
  name: z.string().optional(),
});

/** POST /_simulator/routers: where the API has no create, routers have to come from somewhere. */
export function addRouterControl(routers: RoutersHandle): Operation {
  return operation({
    method: "POST",
    path: "/routers",
    body: addition,
    handle: ({ body: { project_id, region_id, id, name } }) => {
      if (id !== undefined && routers.get(id) !== undefined)
        throw conflict(`There is a router ${id} already.`);
      const named = { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
      return { status: 201, body: routers.add({ projectId: project_id, regionId: region_id, ...named }) };
    },
  });
}
