import { conflict, notFound } from "../../core/problem";
import { zonedTimestamp } from "../../core/timestamps";
import { blankRouter, type RouterScope } from "./create";
import type { RouterRecord } from "./record";
import type { RouterChange } from "./store";
import type { RouterWorld } from "./world";

/** A router to be there from one moment to the next; whatever is left out gets a plausible value. */
export type RouterAddition = RouterScope & Partial<Omit<RouterRecord, "project_id" | "region_id">>;

/** The routers as somebody else would change them: at once, without tasks, locks or checks. */
export interface RoutersHandle {
  all(): RouterRecord[];
  get(id: string): RouterRecord | undefined;
  add(addition: RouterAddition): RouterRecord;
  change(id: string, change: RouterChange): RouterRecord;
  delete(id: string): void;
}

export function routersHandle(world: RouterWorld): RoutersHandle {
  const { store, platform } = world;
  const existing = (id: string): RouterRecord => {
    const router = store.get(id.toLowerCase());
    if (router === undefined) throw notFound(`There is no router ${id}.`);
    return router;
  };
  return {
    all: () => structuredClone(store.visible()),
    get: (id) => structuredClone(store.get(id.toLowerCase())),
    add: (addition) => structuredClone(addRouter(world, addition)),
    change: (id, change) => {
      const router = existing(id);
      store.change(router.id, {
        updated_at: zonedTimestamp(platform.settings.now()),
        ...structuredClone(change),
      });
      return structuredClone(existing(id));
    },
    delete: (id) => store.remove(existing(id).id),
  };
}

function addRouter(world: RouterWorld, { projectId, regionId, ...said }: RouterAddition): RouterRecord {
  const blank = blankRouter(world, { projectId, regionId });
  const router = { ...blank, ...structuredClone(said) };
  const normal = { ...router, id: router.id.toLowerCase() };
  if (world.store.get(normal.id) !== undefined) throw conflict(`There is a router ${normal.id} already.`);
  world.store.insert(normal);
  return normal;
}
