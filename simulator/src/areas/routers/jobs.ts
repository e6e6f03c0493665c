import { conflict, notFound, Problem } from "../../core/problem";
import type { TaskJob } from "../../tasks/job";
import type { RouterRecord } from "./record";
import { applyUpdate, type RouterUpdate } from "./update";
import type { RouterWorld } from "./world";

type Scope = Pick<RouterRecord, "project_id" | "region_id">;

/** The router is there from the start, hidden or in status BUILD: it counts, and its addresses are taken. */
export function createJob({ platform, store }: RouterWorld, router: RouterRecord): TaskJob {
  const hidden = !platform.settings.visibleWhileCreating;
  return {
    ...jobOf("create_router", router),
    begin: (taskId) =>
      store.insert({ ...router, status: "BUILD", task_id: taskId, creator_task_id: taskId }, { hidden }),
    finish: () => {
      store.change(router.id, { status: "ACTIVE", task_id: null });
      store.reveal(router.id);
      return { routers: [router.id] };
    },
    abort: () => store.remove(router.id),
  };
}

/** The quota is not checked by the request but by its task, which then creates nothing. */
export function createBeyondQuotaJob(scope: Scope, excess: number): TaskJob {
  return {
    ...jobOf("create_router", scope),
    begin: () => {},
    finish: () => {
      throw new Problem(403, "QuotaLimitExceed", `Quota limit for router_count exceeded by ${excess}`);
    },
    abort: () => {},
  };
}

export function updateJob(world: RouterWorld, router: RouterRecord, update: RouterUpdate): TaskJob {
  return {
    ...lockingJob("update_router", world, router),
    finish: () => {
      if (world.store.get(router.id) === undefined) throw notFound(`Router ${router.id} was not found`);
      applyUpdate(world, router.id, update);
      world.store.change(router.id, { task_id: null });
      return {};
    },
  };
}

export function deleteJob(world: RouterWorld, router: RouterRecord): TaskJob {
  const { platform, store } = world;
  return {
    ...lockingJob("delete_router", world, router),
    finish: () => {
      const attached = store.get(router.id)?.interfaces.length ?? 0;
      if (attached > 0 && !platform.settings.deleteWithSubnets) {
        throw conflict(`Router ${router.id} has attached subnets`);
      }
      store.remove(router.id);
      return {};
    },
  };
}

function lockingJob(type: string, { store }: RouterWorld, router: RouterRecord): Omit<TaskJob, "finish"> {
  return {
    ...jobOf(type, router),
    begin: (taskId) => store.change(router.id, { task_id: taskId }),
    abort: () => store.change(router.id, { task_id: null }),
  };
}

function jobOf(
  type: string,
  { project_id, region_id }: Scope,
): Pick<TaskJob, "type" | "projectId" | "regionId"> {
  return { type, projectId: project_id, regionId: region_id };
}
