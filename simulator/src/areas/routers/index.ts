import { z } from "zod";
import { type RouterRecord, routerRecord } from "../../contract/routers";
import { optionalFields } from "../../core/schemas";
import { zonedTimestamp } from "../../core/timestamps";
import type { Area, AreaPlatform } from "../area";
import { type ObjectKind, objectKind } from "../object-kind";
import { registerRouterTasks } from "./jobs";
import { blankRouter, routerOperations } from "./operations";
import { type RouterChange, type RouterScope, RouterStore, type RouterWorld } from "./store";

/** Fields that are left out get plausible values. */
export type RouterAddition = RouterScope & Partial<Omit<RouterRecord, "project_id" | "region_id">>;

export interface RoutersHandle extends ReturnType<typeof routersHandle> {}

export function routersArea(platform: AreaPlatform): Area<RoutersHandle> {
  const store = new RouterStore(platform.memory);
  const world = { platform, store };
  const handle = routersHandle(world);
  registerRouterTasks(platform.tasks.kinds, world);
  return {
    handle,
    operations: routerOperations(world),
    objects: [routerKind(handle)],
    state: () => store.visible(),
  };
}

/** Changes routers as another client would, but immediately, without tasks, locks and checks. */
function routersHandle(world: RouterWorld) {
  const { store, platform } = world;
  const { records } = store;
  return {
    all: (): RouterRecord[] => store.visible(),
    get: (id: string): RouterRecord | undefined => store.get(id.toLowerCase()),
    add: ({ projectId, regionId, ...fields }: RouterAddition): RouterRecord => {
      const router = { ...blankRouter(world, { projectId, regionId }), ...fields };
      return records.add({ ...router, id: router.id.toLowerCase() });
    },
    change: (id: string, change: RouterChange): RouterRecord => {
      const updated_at = zonedTimestamp(platform.settings.now());
      return records.change(id.toLowerCase(), { updated_at, ...change });
    },
    delete: (id: string): void => store.remove(records.get(id.toLowerCase()).id),
  };
}

function routerKind(routers: RoutersHandle): ObjectKind {
  const { project_id, region_id, ...others } = routerRecord.shape;
  const { id: _, ...changeable } = routerRecord.shape;
  return objectKind({
    name: "routers",
    all: () => routers.all(),
    idOf: ({ id }) => id,
    addition: z.strictObject({ project_id, region_id, ...optionalFields(others) }),
    add: ({ project_id: projectId, region_id: regionId, ...fields }) =>
      routers.add({ projectId, regionId, ...fields }),
    change: z.strictObject(optionalFields(changeable)),
    apply: ({ id }, change) => routers.change(id, change),
    remove: ({ id }) => routers.delete(id),
  });
}
