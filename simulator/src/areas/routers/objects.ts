import { z } from "zod";
import { optionalFields } from "../../core/schemas";
import { type ObjectKind, objectKind } from "../object-kind";
import type { RoutersHandle } from "./handle";
import { routerRecord } from "./record";

const { project_id, region_id, ...others } = routerRecord.shape;
const { id: _, ...changeable } = routerRecord.shape;
const addition = z.strictObject({ project_id, region_id, ...optionalFields(others) });
const change = z.strictObject(optionalFields(changeable));

/** At once, without tasks, locks or checks. */
export function routerKind(routers: RoutersHandle): ObjectKind {
  return objectKind({
    name: "routers",
    all: () => routers.all(),
    idOf: ({ id }) => id,
    addition,
    add: ({ project_id: projectId, region_id: regionId, ...said }) =>
      routers.add({ projectId, regionId, ...said }),
    change,
    apply: ({ id }, changes) => routers.change(id, changes),
    remove: ({ id }) => routers.delete(id),
  });
}
