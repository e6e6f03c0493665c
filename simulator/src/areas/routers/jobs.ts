import { z } from "zod";
import { type RouterRecord, routerRecord } from "../../contract/routers";
import { conflict, notFound } from "../../core/problem";
import { uuid } from "../../core/schemas";
import type { TaskKind, TaskKinds, TaskPlan } from "../../tasks/kinds";
import type { RouterWorld } from "./store";
import { applyUpdate, type RouterUpdate, routerUpdate } from "./update";

const created = z.strictObject({ router: routerRecord });
const updated = z.strictObject({ id: uuid, update: routerUpdate });
const deleted = z.strictObject({ id: uuid });

type Scope = Pick<RouterRecord, "name" | "project_id" | "region_id">;

export function createPlan(router: RouterRecord): TaskPlan {
  return planOf("create_router", router, { router } satisfies z.infer<typeof created>);
}

/** The quota is not checked by the request but by its task, which then creates nothing. */
export function createBeyondQuotaPlan(scope: Scope, excess: number): TaskPlan {
  const failure = `Quota limit for router_count exceeded by ${excess}`;
  return { ...planOf("create_router_beyond_quota", scope, null), failure };
}

export function updatePlan(router: RouterRecord, update: RouterUpdate): TaskPlan {
  return planOf("update_router", router, { id: router.id, update } satisfies z.infer<typeof updated>);
}

export function deletePlan(router: RouterRecord): TaskPlan {
  return planOf("delete_router", router, { id: router.id } satisfies z.infer<typeof deleted>);
}

function planOf(kind: string, { name, project_id, region_id }: Scope, input: unknown): TaskPlan {
  return { kind, name, projectId: project_id, regionId: region_id, input };
}

export function registerRouterTasks(kinds: TaskKinds, world: RouterWorld): void {
  const { platform, store } = world;
  const { visibleWhileCreating, deleteWithSubnets } = platform.settings;
  const locking: Pick<TaskKind<{ readonly id: string }>, "begin" | "abort"> = {
    begin: ({ id }, taskId) => store.change(id, { task_id: taskId }),
    abort: ({ id }) => store.change(id, { task_id: null }),
  };
  // The router exists from the start, hidden or in status BUILD: it counts, and its addresses are used.
  kinds.register("create_router", {
    type: "create_router",
    input: created,
    begin: ({ router }, taskId) => {
      store.records.set({ ...router, status: "BUILD", task_id: taskId, creator_task_id: taskId });
      if (!visibleWhileCreating) store.hidden.set(router.id);
    },
    finish: ({ router }) => {
      store.change(router.id, { status: "ACTIVE", task_id: null });
      store.hidden.remove(router.id);
      return { routers: [router.id] };
    },
    abort: ({ router }) => store.remove(router.id),
  });
  kinds.register("create_router_beyond_quota", {
    type: "create_router",
    input: z.null(),
    begin: () => {},
    finish: () => ({}),
    abort: () => {},
  });
  kinds.register<z.infer<typeof updated>>("update_router", {
    type: "update_router",
    input: updated,
    ...locking,
    finish: ({ id, update }) => {
      if (store.get(id) === undefined) throw notFound(`Router ${id} was not found`);
      applyUpdate(world, id, update);
      store.change(id, { task_id: null });
      return {};
    },
  });
  kinds.register("delete_router", {
    type: "delete_router",
    input: deleted,
    ...locking,
    finish: ({ id }) => {
      const attached = store.get(id)?.interfaces.length ?? 0;
      if (attached > 0 && !deleteWithSubnets) throw conflict(`Router ${id} has attached subnets`);
      store.remove(id);
      return {};
    },
  });
}
