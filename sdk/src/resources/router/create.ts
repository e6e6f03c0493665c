import { isMissing, type Started } from "../../api/reply";
import type { RouterBody, RouterRecord } from "../../api/routers";
import type { Run } from "../../contract/resource";
import { REPLIES } from "../../errors/replies";
import { ROUTERS } from "../../errors/routers";
import { PlatformError } from "../../http/error";
import { TaskFailed } from "../../tasks/task";
import { leftBehind, noteCreation, resume } from "./left-behind";
import { keepWhatMayExist, known, newcomerOf, outlastCreations, whatWasMade } from "./made";
import type { RouterInputs } from "./schema";

/** Makes a managed router, or takes the one that is there, as `ifExists` says. The rest is for an update. */
export function createRouter(inputs: RouterInputs, run: Run): Promise<string> {
  // Two resources of one name must not both find that there is none.
  const name = `router "${inputs.name}" in project ${inputs.projectId}, region ${inputs.regionId}`;
  return run.platform.oneAtATime(name, run.signal, () => makeOrTake(inputs, run));
}

async function makeOrTake(inputs: RouterInputs, run: Run): Promise<string> {
  const begun = await begunBefore(inputs, run);
  if (begun !== undefined) return begun;
  const { ifExists = run.ifExists } = inputs;
  const before = await namesakes(inputs, ifExists, run);
  if (before === undefined) run.warn(ROUTERS.cannotList.says());
  const equal = before?.[0];
  if (equal === undefined || ifExists === "create") return post(inputs, before, run);
  if (ifExists === "fail" || (before ?? []).length > 1)
    throw new Error(existsText(inputs, before ?? [], ifExists));
  run.info(`router ${equal.id}, which has this name, is taken (ifExists: "adopt"): no second one is made`);
  if (equal.task_id) await run.outlast(equal.task_id);
  return equal.id;
}

/** The router that an earlier run was making when it broke off; undefined when nothing has come of that. */
async function begunBefore(inputs: RouterInputs, run: Run): Promise<string | undefined> {
  run.goesOn(true);
  const resumed = run.resumes && (await resume(inputs, run.resumes, run));
  const id = resumed ?? (await leftBehind(inputs, run));
  if (id === undefined) run.goesOn(false);
  return id;
}

/** The routers of the name; undefined where routers cannot be listed. */
async function namesakes(
  inputs: RouterInputs,
  ifExists: string,
  run: Run,
): Promise<RouterRecord[] | undefined> {
  const look = () => run.platform.routers.named(inputs, inputs.name as string, run.signal);
  const listed = await look();
  if (listed?.length !== 0 || ifExists !== "adopt") return listed;
  // Who adopts means also what a run that was killed has begun to make.
  await outlastCreations(inputs, run);
  return look();
}

async function post(inputs: RouterInputs, before: RouterRecord[] | undefined, run: Run): Promise<string> {
  const ids = before && { before: before.map(({ id }) => id) };
  noteCreation(inputs, { ...ids }, run);
  const started = await send(inputs, before, run);
  if (typeof started === "string") return started;
  noteCreation(inputs, { ...ids, tasks: started.tasks }, run);
  return started.object?.id ?? (await outcome(inputs, started.tasks, before, run));
}

/** Sends the request; tells the id of what it has made where its reply was lost. */
async function send(
  inputs: RouterInputs,
  before: RouterRecord[] | undefined,
  run: Run,
): Promise<Started<RouterRecord> | string> {
  try {
    return await run.platform.routers.create(inputs, bodyFor(inputs), run.signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) run.forget();
    // Where the same path lists routers, a 404 is about something that the new one needs.
    if (isMissing(error) && (before === undefined || error.status !== 404))
      throw new Error(ROUTERS.cannotCreate.says({ refused: error }));
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) throw error;
    if (before === undefined) throw new PlatformError({ ...error, advice: REPLIES.blind.remedy });
    // The request may have been carried out all the same: what is new under this name is ours.
    const own = await newcomerOf(inputs, before, run).catch(() => undefined);
    if (own === undefined) throw error;
    run.exists(own.id, known(inputs));
    if (own.task_id) await run.finish([own.task_id]);
    return own.id;
  }
}

/** Awaits the tasks of a creation and tells the router's id; however that ends, what may exist is kept. */
async function outcome(
  inputs: RouterInputs,
  tasks: string[],
  before: RouterRecord[] | undefined,
  run: Run,
): Promise<string> {
  const finished = await run.finish(tasks, known(inputs)).catch(async (error) => {
    if (error instanceof TaskFailed) run.forget();
    await keepWhatMayExist(error, inputs, tasks, run);
    throw error;
  });
  run.began(tasks, known(inputs));
  const id = await whatWasMade(tasks, finished, inputs, run, before);
  if (id !== undefined) return id;
  throw new Error(ROUTERS.notListed.says({ name: inputs.name, tasks: tasks.join(", ") || "not named" }));
}

/** Subnets with an address of their own are attached afterwards, and routes after those, as they may need them. */
function bodyFor(inputs: RouterInputs): RouterBody {
  const { externalGatewayInfo: gateway, interfaces = [], routes = [] } = inputs;
  const plain = interfaces.filter((item) => item.ipAddress === undefined);
  return {
    name: inputs.name as string,
    ...(gateway && {
      external_gateway_info: {
        type: gateway.type ?? "manual",
        ...(gateway.networkId !== undefined && { network_id: gateway.networkId }),
        ...(gateway.enableSnat !== undefined && { enable_snat: gateway.enableSnat }),
      },
    }),
    ...(plain.length > 0 && {
      interfaces: plain.map(({ subnetId }) => ({ subnet_id: subnetId, type: "subnet" as const })),
    }),
    ...(plain.length === interfaces.length && routes.length > 0 && { routes }),
  };
}

function existsText(
  { projectId, regionId, name }: RouterInputs,
  equal: RouterRecord[],
  ifExists: string,
): string {
  const ids = equal.map((router) => router.id);
  const facts = {
    name: name as string,
    place: `in project ${projectId}, region ${regionId}`,
    ids: ids.join(", "),
  };
  return ifExists === "adopt"
    ? ROUTERS.severalExist.says({ ...facts, count: ids.length })
    : ROUTERS.exists.says({ ...facts, first: ids[0] as string });
}
