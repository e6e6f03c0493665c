import type { Region, RouterRecord } from "../../api/routers";
import type { Run } from "../../contract/resource";
import { ROUTERS } from "../../errors/routers";
import { TaskFailed, TaskUnfinished } from "../../tasks/task";
import type { JsonObject } from "../../util/json";
import { keepWhatMayExist, known, newcomerOf, whatWasMade } from "./made";
import type { RouterInputs } from "./schema";

/** What a run notes of a creation, so that the next one finds what a killed run has left behind. */
interface CreationNote extends Region {
  name: string;
  /** When it began, in milliseconds. */
  at: number;
  /** The routers of that name that were there before, where the deployment lists any. */
  before?: string[];
  /** The tasks that make it, as soon as they are known. */
  tasks?: string[];
}

export function noteCreation(
  { projectId, regionId, name }: RouterInputs,
  facts: Pick<CreationNote, "before" | "tasks">,
  run: Run,
): void {
  run.note({ projectId, regionId, name: name as string, at: Date.now(), ...facts });
}

/** The router that an earlier run was making when it was killed; undefined when nothing has come of that. */
export async function leftBehind(inputs: RouterInputs, run: Run): Promise<string | undefined> {
  if (run.recalls === undefined) return undefined;
  const note = run.recalls.facts as JsonObject & CreationNote;
  if (note.projectId !== inputs.projectId || note.regionId !== inputs.regionId) {
    run.warn(ROUTERS.leftElsewhere.says(note));
    return undefined;
  }
  const id = run.recalls.id ?? (await madeThen({ ...inputs, name: note.name }, note, run));
  if (id === undefined || (await run.platform.routers.find(inputs, id, run.signal)).is === "gone")
    return undefined;
  run.note(note);
  run.info(`router ${id} was made by a run that broke off: it is taken, and no second one is made`);
  return id;
}

async function madeThen(
  then: RouterInputs,
  { tasks, before, at }: CreationNote,
  run: Run,
): Promise<string | undefined> {
  const known = before?.map((id) => ({ id }));
  if (tasks) return resume(then, tasks, run, known);
  const router = known && (await newcomerOf(then, known, run));
  // The request may never have left, and somebody else have made a router of the name since.
  return router && isAbout(at, router.created_at) ? router.id : undefined;
}

/** How far the platform's clock may be from this machine's, and a creation from its request. */
const LEEWAY = 3_600_000;

function isAbout(at: number, created: string | null | undefined): boolean {
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(created ?? "") ? created : `${created}Z`;
  return Math.abs(Date.parse(zoned ?? "") - at) < LEEWAY;
}

/** Goes on with an earlier creation; undefined when nothing has come of it, so that it is to be made anew. */
export async function resume(
  inputs: RouterInputs,
  tasks: string[],
  run: Run,
  before?: Array<Pick<RouterRecord, "id">>,
): Promise<string | undefined> {
  const finished = await run.finish(tasks, known(inputs)).catch(async (error) => {
    if (error instanceof TaskUnfinished) {
      await keepWhatMayExist(error, inputs, tasks, run);
      throw error;
    }
    run.warn(error.message);
    return error instanceof TaskFailed ? error.finished : [];
  });
  run.began(tasks, known(inputs));
  const id = await whatWasMade(tasks, finished, inputs, run, before);
  run.settled();
  return id;
}
