import { isMissing } from "../../api/reply";
import type { RouterBody, RouterRecord } from "../../api/routers";
import { PlatformError } from "../../http/error";
import { TaskFailed, TaskUnfinished } from "../../tasks/task";
import type { Run } from "../handler";
import { keepWhatMayExist, known, named, newcomer, whatWasMade } from "./made";
import type { RouterInputs } from "./schema";

/** Makes a managed router, or takes the one that is there, as `ifExists` says. The rest is for an update. */
export function createRouter(inputs: RouterInputs, run: Run): Promise<string> {
  // Two resources of one name must not both find that there is none.
  const name = `router "${inputs.name}" in project ${inputs.projectId}, region ${inputs.regionId}`;
  return run.platform.oneAtATime(name, run.signal, () => makeOrTake(inputs, run));
}

async function makeOrTake(inputs: RouterInputs, run: Run): Promise<string> {
  const resumed = run.resumes && (await resume(inputs, run.resumes, run));
  if (resumed !== undefined) return resumed;
  const { name, ifExists = "fail" } = inputs as RouterInputs & { name: string };
  const before = await run.platform.routers.named(inputs, name, run.signal);
  if (before === undefined)
    run.warn("this deployment of the platform cannot list routers, so an equal name is not noticed");
  const equal = before?.[0];
  if (equal === undefined || ifExists === "create") return post(inputs, before, run);
  if (ifExists === "fail" || (before ?? []).length > 1)
    throw new Error(existsText(inputs, before ?? [], ifExists));
  if (equal.task_id) await run.outlast(equal.task_id);
  return equal.id;
}

async function post(inputs: RouterInputs, before: RouterRecord[] | undefined, run: Run): Promise<string> {
  try {
    const started = await run.platform.routers.create(inputs, bodyFor(inputs), run.signal);
    return started.object?.id ?? (await outcome(inputs, started.tasks, before, run));
  } catch (error) {
    // Where the same path lists routers, a 404 is about something that the new one needs.
    if (isMissing(error) && (before === undefined || error.status !== 404))
      throw new Error(cannotCreateText(error));
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect || before === undefined) throw error;
    // The reply was lost, the request may not be: what is new under this name is ours.
    const own = newcomer(await named(inputs, run).catch(() => undefined), before);
    if (own === undefined) throw error;
    run.exists(own.id, known(inputs));
    if (own.task_id) await run.finish([own.task_id]);
    return own.id;
  }
}

/** Goes on with an earlier creation; undefined when nothing has come of it, so that it is to be made anew. */
async function resume(inputs: RouterInputs, tasks: string[], run: Run): Promise<string | undefined> {
  const finished = await run.finish(tasks, known(inputs)).catch(async (error) => {
    if (error instanceof TaskUnfinished) {
      await keepWhatMayExist(error, inputs, tasks, run);
      throw error;
    }
    run.warn(error.message);
    return error instanceof TaskFailed ? error.finished : [];
  });
  run.began(tasks, known(inputs));
  const id = await whatWasMade(tasks, finished, inputs, run);
  run.settled();
  return id;
}

/** Awaits the tasks of a creation and tells the router's id; however that ends, what may exist is kept. */
async function outcome(
  inputs: RouterInputs,
  tasks: string[],
  before: RouterRecord[] | undefined,
  run: Run,
): Promise<string> {
  const finished = await run.finish(tasks, known(inputs)).catch(async (error) => {
    await keepWhatMayExist(error, inputs, tasks, run);
    throw error;
  });
  run.began(tasks, known(inputs));
  const id = await whatWasMade(tasks, finished, inputs, run, before);
  if (id !== undefined) return id;
  throw new Error(
    `the platform has accepted the creation of the router "${inputs.name}" (task ${tasks.join(", ") || "not named"}), but no such router is listed. ` +
      "Run `pulumi refresh`, which looks again, and then `pulumi up`.",
  );
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
  const ids = equal.map((router) => router.id).join(", ");
  const where = `in project ${projectId}, region ${regionId}`;
  if (ifExists === "adopt")
    return `there are ${equal.length} routers named "${name}" ${where} (${ids}), so \`ifExists: "adopt"\` does not say which. Declare the one as routerId.`;
  return (
    `there is a router named "${name}" ${where} already: ${ids}.\n` +
    "Nothing was created. Three ways on:\n" +
    `  routerId: "${equal[0]?.id}"  changes that router and never deletes it\n` +
    '  ifExists: "adopt"  takes it over as this stack\'s own; an interrupted run may have made it\n' +
    '  ifExists: "create"  makes a second one of that name'
  );
}

function cannotCreateText({ method, path, status, reason }: PlatformError): string {
  return (
    `this deployment of the platform cannot create routers (${method} ${path} was answered ${status}: ${reason}). ` +
    "If cloudplatform:baseUrl is the address of its API, make the router where you can and declare its UUID as routerId: " +
    "it is then adopted, and all of its fields are managed from here."
  );
}
