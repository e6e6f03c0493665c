import { z } from "zod";
import { conflict, notFound } from "../../core/problem";
import { uuid } from "../../core/schemas";
import type { TaskKind, TaskKinds, TaskPlan } from "../../tasks/job";
import { type RouterRecord, routerRecord } from "./record";
import { applyUpdate, type RouterUpdate, routerUpdate } from "./update";
import type { RouterWorld } from "./world";

type Scope = Pick<RouterRecord, "name" | "project_id" | "region_id">;

const created = z.strictObject({ router: routerRecord });
const updated = z.strictObject({ id: uuid, update: routerUpdate });
const deleted = z.strictObject({ id: uuid });

type Created = z.infer<typeof created>;
type Updated = z.infer<typeof updated>;
type Deleted = z.infer<typeof deleted>;

export function registerRouterTasks(kinds: TaskKinds, world: RouterWorld): void {
  kinds.register("create_router", createKind(world));
  kinds.register("create_router_beyond_quota", createBeyondQuotaKind());
  kinds.register("update_router", updateKind(world));
  kinds.register("delete_router", deleteKind(world));
}

export function createPlan(router: RouterRecord): TaskPlan {
  return { ...planOf("create_router", router), input: { router } satisfies Created };
}

/** The quota is not checked by the request but by its task, which then creates nothing. */
export function createBeyondQuotaPlan(scope: Scope, excess: number): TaskPlan {
  const failure = `Quota limit for router_count exceeded by ${excess}`;
  return { ...planOf("create_router_beyond_quota", scope), input: null, failure };
}

export function updatePlan(router: RouterRecord, update: RouterUpdate): TaskPlan {
  return { ...planOf("update_router", router), input: { id: router.id, update } satisfies Updated };
}

export function deletePlan(router: RouterRecord): TaskPlan {
  return { ...planOf("delete_router", router), input: { id: router.id } satisfies Deleted };
}

function planOf(
  kind: string,
  { name, project_id, region_id }: Scope,
): Pick<TaskPlan, "kind" | "name" | "projectId" | "regionId"> {
  return { kind, name, projectId: project_id, regionId: region_id };
}

/** The router is there from the start, hidden or in status BUILD: it counts, and its addresses are taken. */
function createKind({ platform, store }: RouterWorld): TaskKind<Created> {
  const hidden = !platform.settings.visibleWhileCreating;
  return {
    type: "create_router",
    input: created,
    begin: ({ router }, taskId) =>
      store.insert({ ...router, status: "BUILD", task_id: taskId, creator_task_id: taskId }, { hidden }),
    finish: ({ router }) => {
      store.change(router.id, { status: "ACTIVE", task_id: null });
      store.reveal(router.id);
      return { routers: [router.id] };
    },
    abort: ({ router }) => store.remove(router.id),
  };
}

function createBeyondQuotaKind(): TaskKind<null> {
  return { type: "create_router", input: z.null(), begin: () => {}, finish: () => ({}), abort: () => {} };
}

function updateKind(world: RouterWorld): TaskKind<Updated> {
  return {
    type: "update_router",
    input: updated,
    ...locking(world),
    finish: ({ id, update }) => {
      if (world.store.get(id) === undefined) throw notFound(`Router ${id} was not found`);
      applyUpdate(world, id, update);
      world.store.change(id, { task_id: null });
      return {};
    },
  };
}

function deleteKind(world: RouterWorld): TaskKind<Deleted> {
  const { platform, store } = world;
  return {
    type: "delete_router",
    input: deleted,
    ...locking(world),
    finish: ({ id }) => {
      const attached = store.get(id)?.interfaces.length ?? 0;
      if (attached > 0 && !platform.settings.deleteWithSubnets) {
        throw conflict(`Router ${id} has attached subnets`);
      }
      store.remove(id);
      return {};
    },
  };
}

function locking({ store }: RouterWorld): Pick<TaskKind<{ readonly id: string }>, "begin" | "abort"> {
  return {
    begin: ({ id }, taskId) => store.change(id, { task_id: taskId }),
    abort: ({ id }) => store.change(id, { task_id: null }),
  };
}
