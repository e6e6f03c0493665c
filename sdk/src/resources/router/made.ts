import type { Region, RouterRecord } from "../../api/routers";
import type { Run } from "../../contract/resource";
import { ROUTERS } from "../../errors/routers";
import { type Task, TaskFailed } from "../../tasks/task";
import type { RouterInputs } from "./schema";

/** The router that tasks have made, as they tell, or as its record or its name tells; undefined when there is none. */
export async function whatWasMade(
  tasks: string[],
  finished: Task[],
  place: Place,
  run: Run,
  before?: Known[],
): Promise<string | undefined> {
  const told = toldBy(finished);
  if (told !== undefined) return told;
  const routers = await named(place, run);
  if (routers === undefined)
    throw new Error(ROUTERS.untold.says({ name: place.name, tasks: tasks.join(", ") }));
  const own = madeBy(tasks, routers);
  if (own) return own.id;
  // By its name alone only what nobody else is known to have made, and what cannot be a second one of the name.
  const anybodys = routers.filter((router) => router.creator_task_id == null || tasks.length === 0);
  return before || place.ifExists !== "create" ? newcomer(anybodys, before ?? [])?.id : undefined;
}

/** Notes what may exist after the wait for a creation has broken off. */
export async function keepWhatMayExist(
  error: unknown,
  inputs: RouterInputs,
  tasks: string[],
  run: Run,
): Promise<void> {
  if (error instanceof TaskFailed) {
    const made = toldBy(error.finished);
    if (made !== undefined) run.exists(made, known(inputs));
    return;
  }
  run.began(tasks, known(inputs));
  // A router that is still being made may be listed already: then the state can keep its id.
  const own = madeBy(tasks, (await named(inputs, run).catch(() => undefined)) ?? []);
  if (own) run.identify(own.id);
}

function toldBy(finished: Task[]): string | undefined {
  return finished.flatMap((task) => task.created.routers ?? [])[0];
}

function madeBy(tasks: string[], routers: RouterRecord[]): RouterRecord | undefined {
  return routers.find((router) => tasks.includes(router.creator_task_id ?? ""));
}

/** The one router that was not there before; undefined when there are several, as it cannot be told which. */
function newcomer(now: RouterRecord[] | undefined, before: Known[]): RouterRecord | undefined {
  const fresh = (now ?? []).filter((router) => !before.some((old) => old.id === router.id));
  return fresh.length === 1 ? fresh[0] : undefined;
}

/** The one router of the name that was not there before, also where it is listed only when it is made. */
export async function newcomerOf(place: Place, before: Known[], run: Run): Promise<RouterRecord | undefined> {
  const listed = newcomer(await named(place, run), before);
  if (listed) return listed;
  await outlastCreations(place, run);
  return newcomer(await named(place, run), before);
}

/** A deployment may list a router only when it is made: awaits the tasks that make routers there. */
export async function outlastCreations(place: Region, run: Run): Promise<void> {
  const making = await run.platform.tasks.underWay("create_router", place, run.signal);
  for (const task of making ?? []) await run.outlast(task);
}

type Known = Pick<RouterRecord, "id">;

type Place = Region & Pick<RouterInputs, "name" | "ifExists">;

const LAST_LOOK = 10_000;

/** Looks by name even when the time of the operation is over: what may exist must not be lost. */
export function named(place: Place, run: Run): Promise<RouterRecord[] | undefined> {
  return run.platform.routers.named(place, place.name ?? "", AbortSignal.timeout(LAST_LOOK));
}

/** What is certain of a router that is being made. */
export function known({ projectId, regionId, name }: RouterInputs) {
  return { projectId, regionId, name };
}
