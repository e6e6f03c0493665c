import type { Region, RouterRecord } from "../../api/routers";
import type { OperationContext } from "../../contract/context";
import { ROUTERS } from "../../errors/routers";
import { type Task, TaskFailed } from "../../tasks/task";
import type { RouterInputs } from "./schema";

export type Identified = Pick<RouterRecord, "id">;

/** What finds a router that is being created. */
export type Sought = Region & Pick<RouterInputs, "name" | "ifExists">;

/** The id of the router that tasks have created, found by the tasks, its record or its name; undefined if no router was. */
export async function createdId(
  tasks: string[],
  finished: Task[],
  sought: Sought,
  context: OperationContext,
  before?: Identified[],
): Promise<string | undefined> {
  const reported = reportedId(finished);
  if (reported !== undefined) return reported;
  const routers = await namesakes(sought, context);
  if (routers === undefined)
    throw new Error(ROUTERS.idNotReported.message({ name: sought.name, tasks: tasks.join(", ") }));
  const own = createdBy(tasks, routers);
  if (own) return own.id;
  // By name alone: only a router that no other task created, and only where a second one of the name cannot be meant.
  const unattributed = routers.filter((router) => router.creator_task_id == null || tasks.length === 0);
  return before || sought.ifExists !== "create" ? onlyNew(unattributed, before ?? [])?.id : undefined;
}

/** Saves what may exist after the wait for a creation has ended early. */
export async function saveUnfinished(
  error: unknown,
  inputs: RouterInputs,
  tasks: string[],
  context: OperationContext,
): Promise<void> {
  const known = minimalState(inputs);
  if (error instanceof TaskFailed) {
    const id = reportedId(error.finished);
    context.save(id === undefined ? undefined : { id, known });
    return;
  }
  context.save({ tasks, known });
  // A router that is still being created may be listed already: then the state can have its id.
  const listed = (await namesakes(inputs, context).catch(() => undefined)) ?? [];
  const own = createdBy(tasks, listed);
  if (own) context.save({ id: own.id, tasks, known });
}

function reportedId(finished: Task[]): string | undefined {
  return finished.flatMap((task) => task.created.routers ?? [])[0];
}

function createdBy(tasks: string[], routers: RouterRecord[]): RouterRecord | undefined {
  return routers.find((router) => tasks.includes(router.creator_task_id ?? ""));
}

/** The only router that did not exist before; undefined if there are several, because it is unclear which one it is. */
export function onlyNew<T extends Identified>(now: T[], before: Identified[]): T | undefined {
  const fresh = now.filter((router) => !before.some((old) => old.id === router.id));
  return fresh.length === 1 ? fresh[0] : undefined;
}

/** The one new router among those that `list` returns, also where routers are listed only once they are created. */
export async function newRouter(
  region: Region,
  before: Identified[],
  context: OperationContext,
  list: () => Promise<RouterRecord[] | undefined>,
): Promise<RouterRecord | undefined> {
  const listed = onlyNew((await list()) ?? [], before);
  if (listed) return listed;
  await settleCreations(region, context);
  return onlyNew((await list()) ?? [], before);
}

/** A deployment may list a router only once it is created: waits for the tasks that create routers in the region. */
export async function settleCreations(region: Region, context: OperationContext): Promise<void> {
  const { platform } = context;
  const running = await platform.tasks.listUnfinished("create_router", region);
  for (const task of running ?? []) await context.settle(task);
}

/** The routers of a name, also after the end of the operation: what may exist must not be lost. */
export function namesakes(
  sought: Sought,
  { recovery }: OperationContext,
): Promise<RouterRecord[] | undefined> {
  return recovery.routers.listByName(sought, sought.name ?? "");
}

/** What is certain of a router that is being created, and whether a second one of its name may be meant. */
export function minimalState({ projectId, regionId, name, ifExists }: RouterInputs) {
  return {
    projectId,
    regionId,
    ...(name !== undefined && { name }),
    ...(ifExists === "create" && { ifExists }),
  };
}
