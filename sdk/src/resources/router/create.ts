import { isMissing } from "../../api/reply";
import type { RouterBody, RouterRecord } from "../../api/routers";
import { PlatformError } from "../../http/error";
import { TaskUnfinished } from "../../tasks/task";
import type { Run } from "../handler";
import type { RouterInputs } from "./schema";

/** Makes a managed router, or takes the one that is there, as `ifExists` says. The rest is for an update. */
export async function createRouter(inputs: RouterInputs, run: Run): Promise<string> {
  if (run.resumes) return createdId(inputs, run.resumes, run);
  const { name, ifExists = "fail" } = inputs as RouterInputs & { name: string };
  const before = await run.platform.routers.named(inputs, name, run.signal);
  if (before === undefined)
    run.warn("this deployment of the platform cannot list routers, so an equal name is not noticed");
  const equal = before?.[0];
  if (equal === undefined || ifExists === "create") return post(inputs, before ?? [], run);
  if (ifExists === "fail" || (before ?? []).length > 1)
    throw new Error(existsText(inputs, before ?? [], ifExists));
  if (equal.task_id) await run.outlast(equal.task_id);
  return equal.id;
}

async function post(inputs: RouterInputs, before: RouterRecord[], run: Run): Promise<string> {
  const body = bodyFor(inputs);
  try {
    const started = await run.platform.routers.create(inputs, body, run.signal);
    return started.object?.id ?? (await createdId(inputs, started.tasks, run));
  } catch (error) {
    if (isMissing(error)) throw new Error(cannotCreateText(error));
    const made = isUnsure(error) ? await newcomer(inputs, before, run) : undefined;
    if (made === undefined) throw error;
    // The reply was lost, the request was not: what is new under this name is ours.
    if (made.task_id) await run.finish([made.task_id], { ...region(inputs), name: body.name });
    return made.id;
  }
}

function isUnsure(error: unknown): boolean {
  return error instanceof PlatformError && error.mayHaveTakenEffect;
}

async function newcomer(
  inputs: RouterInputs,
  before: RouterRecord[],
  run: Run,
): Promise<RouterRecord | undefined> {
  const now = await run.platform.routers
    .named(inputs, inputs.name as string, run.signal)
    .catch(() => undefined);
  const fresh = now?.filter((router) => !before.some((old) => old.id === router.id)) ?? [];
  return fresh.length === 1 ? fresh[0] : undefined;
}

async function createdId(inputs: RouterInputs, tasks: string[], run: Run): Promise<string> {
  const ended = await run.finish(tasks, { ...region(inputs), name: inputs.name }).catch(async (error) => {
    if (error instanceof TaskUnfinished) await identify(inputs, tasks, run);
    throw error;
  });
  const id = ended.flatMap((task) => task.created.routers ?? [])[0];
  if (id !== undefined) return id;
  const own = await madeBy(tasks, inputs, run.signal, run);
  if (own) return own.id;
  throw new Error(
    `the platform has finished task ${tasks.join(", ")}, which created the router "${inputs.name}", but does not say under which id. ` +
      "Look the id up and declare it as routerId.",
  );
}

const LAST_LOOK = 5_000;

/** A router that is still being made may be listed already: then the state can keep its id. */
async function identify(inputs: RouterInputs, tasks: string[], run: Run): Promise<void> {
  const own = await madeBy(tasks, inputs, AbortSignal.timeout(LAST_LOOK), run).catch(() => undefined);
  if (own) run.identify(own.id);
}

async function madeBy(
  tasks: string[],
  inputs: RouterInputs,
  signal: AbortSignal,
  run: Run,
): Promise<RouterRecord | undefined> {
  const named = await run.platform.routers.named(inputs, inputs.name as string, signal);
  return named?.find((router) => tasks.includes(router.creator_task_id ?? ""));
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
    ...(plain.length === interfaces.length &&
      routes.length > 0 && { routes: routes.map(({ destination, nexthop }) => ({ destination, nexthop })) }),
  };
}

function region({ projectId, regionId }: RouterInputs) {
  return { projectId, regionId };
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
    `there is a router named "${name}" ${where} already: ${ids}. Nothing was created. Three ways on: ` +
    `declare \`routerId: "${equal[0]?.id}"\` to change that router and never delete it; ` +
    '`ifExists: "adopt"` to take it over as this stack\'s own (an interrupted run may have made it); ' +
    '`ifExists: "create"` to make a second one of that name.'
  );
}

function cannotCreateText({ method, path, status, reason }: PlatformError): string {
  return (
    `this deployment of the platform cannot create routers (${method} ${path} was answered ${status}: ${reason}). ` +
    "If cloudplatform:baseUrl is the address of its API, make the router where you can and declare its UUID as routerId: " +
    "it is then adopted, and all of its fields are managed from here."
  );
}
