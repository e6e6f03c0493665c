import { createHash, randomBytes } from "node:crypto";
import type { Region, RouterRecord } from "../../api/routers";
import type { OperationContext } from "../../contract/context";
import type { Progress } from "../../contract/progress";
import { ROUTERS } from "../../errors/routers";
import { TaskFailed, TaskStillRunning } from "../../tasks/task";
import { canonicalJson, type JsonObject } from "../../util/json";
import { createdId, type Identified, minimalState, newRouter, saveUnfinished } from "./created";
import type { RouterInputs } from "./schema";

/** What finds a router when the run that creates it is killed. Inputs may be secret, so only their digests are in it. */
interface Lookup {
  salt: string;
  /** Digest of the project and the region. */
  region: string;
  /** Digest of the name. */
  name: string;
  /** When the creation began, in milliseconds. */
  at: number;
  /** The routers of that name that existed before, where the deployment lists any. */
  before?: string[];
}

/** What to save before a router is created. */
export function lookupFor(inputs: RouterInputs, before: Identified[] | undefined): JsonObject {
  const salt = randomBytes(9).toString("base64url");
  const lookup: Lookup = {
    salt,
    region: regionDigest(salt, inputs),
    name: digest(salt, inputs.name),
    at: Date.now(),
    ...(before && { before: before.map(({ id }) => id) }),
  };
  return { ...lookup };
}

/** The id of the router that an earlier run was creating when it ended; undefined when nothing has come of that. */
export async function continuePrevious(
  inputs: RouterInputs,
  context: OperationContext,
): Promise<string | undefined> {
  const { previous } = context;
  if (previous === undefined) return undefined;
  const lookup = previous.lookup as (JsonObject & Lookup) | undefined;
  if (lookup && lookup.region !== regionDigest(lookup.salt, inputs)) {
    context.warn(ROUTERS.mayExistElsewhere.message());
    return undefined;
  }
  const id = await findPrevious(previous, lookup, inputs, context);
  if (id === undefined) {
    context.save();
    return undefined;
  }
  const { tasks: _, unsure: __, ...kept } = previous;
  context.save({ ...kept, id, known: minimalState(inputs) });
  if (lookup) context.info(`router ${id}, which an earlier run created, is used: no second one is created`);
  return id;
}

async function findPrevious(
  previous: Progress,
  lookup: Lookup | undefined,
  inputs: RouterInputs,
  context: OperationContext,
): Promise<string | undefined> {
  const { id, tasks } = previous;
  if (id !== undefined) {
    const found = await context.platform.routers.find(inputs, id);
    return found.is === "gone" || context.isInUse(id) ? undefined : id;
  }
  if (tasks)
    return resume(
      inputs,
      previous,
      tasks,
      context,
      lookup?.before?.map((known) => ({ id: known })),
    );
  return lookup && (await findByLookup(lookup, inputs, context));
}

/** The request may have been carried out, and its reply lost: the new router of the name at that time is the one. */
async function findByLookup(
  { salt, name, at, before }: Lookup,
  region: Region,
  context: OperationContext,
): Promise<string | undefined> {
  if (before === undefined) return undefined;
  const list = async () => {
    const all = await context.recovery.routers.listAll(region);
    return all?.filter((router) => digest(salt, router.name) === name);
  };
  const known = before.map((id) => ({ id }));
  const router = await newRouter(region, known, context, list);
  // The request may never have been sent, and somebody else may have created a router of the name since.
  return router && isAbout(at, router.created_at) ? router.id : undefined;
}

/** How far the platform's clock may be from this machine's, and a creation from its request. */
const CLOCK_LEEWAY_MS = 3_600_000;

function isAbout(at: number, created: RouterRecord["created_at"]): boolean {
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(created ?? "") ? created : `${created}Z`;
  return Math.abs(Date.parse(zoned ?? "") - at) < CLOCK_LEEWAY_MS;
}

/** Continues the tasks of an earlier creation. */
async function resume(
  inputs: RouterInputs,
  previous: Progress,
  tasks: string[],
  context: OperationContext,
  before: Identified[] | undefined,
): Promise<string | undefined> {
  context.save({ ...previous, known: minimalState(inputs) });
  const finished = await context.finish(tasks).catch(async (error) => {
    if (error instanceof TaskStillRunning) {
      await saveUnfinished(error, inputs, tasks, context);
      throw error;
    }
    context.warn(error.message);
    return error instanceof TaskFailed ? error.finished : [];
  });
  return createdId(tasks, finished, inputs, context, before);
}

function regionDigest(salt: string, { projectId, regionId }: Region): string {
  return digest(salt, canonicalJson([projectId, regionId]));
}

function digest(salt: string, text: string | null | undefined): string {
  return createHash("sha256").update(`${salt} ${text}`).digest("base64url");
}
