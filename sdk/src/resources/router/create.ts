import { isMissing, type Started } from "../../api/reply";
import type { RouterBody, RouterRecord } from "../../api/routers";
import { mayHaveTakenEffect } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import { REPLIES } from "../../errors/replies";
import { ROUTERS } from "../../errors/routers";
import { PlatformError } from "../../http/error";
import { createdId, minimalState, namesakes, newRouter, saveUnfinished, settleCreations } from "./created";
import { continuePrevious, lookupFor } from "./previous";
import type { RouterInputs } from "./schema";

/** Creates a managed router, or adopts the one that exists, as `ifExists` says; returns its id. */
export function createRouter(inputs: RouterInputs, context: OperationContext): Promise<string> {
  // Two resources of one name must not both find that there is no such router.
  const name = `router "${inputs.name}" in project ${inputs.projectId}, region ${inputs.regionId}`;
  return context.oneAtATime(name, () => createOrAdopt(inputs, context));
}

async function createOrAdopt(inputs: RouterInputs, context: OperationContext): Promise<string> {
  const continued = await continuePrevious(inputs, context);
  if (continued !== undefined) return continued;
  const before = await existing(inputs, context);
  if (before === undefined) context.warn(ROUTERS.cannotList.message());
  const equal = before?.[0];
  if (equal === undefined || inputs.ifExists === "create") return post(inputs, before, context);
  if (inputs.ifExists === "fail" || (before ?? []).length > 1)
    throw new Error(existsText(inputs, before ?? []));
  context.info(
    `router ${equal.id}, which has this name, is adopted (ifExists: "adopt"): no second one is created`,
  );
  if (equal.task_id) await context.settle(equal.task_id);
  return equal.id;
}

/** The routers of the name; undefined where routers cannot be listed. */
async function existing(
  inputs: RouterInputs,
  context: OperationContext,
): Promise<RouterRecord[] | undefined> {
  const { platform } = context;
  const list = () => platform.routers.listByName(inputs, inputs.name as string);
  const listed = await list();
  if (listed?.length !== 0 || inputs.ifExists !== "adopt") return listed;
  // Adopting includes a router that a killed run has begun to create.
  await settleCreations(inputs, context);
  return list();
}

async function post(
  inputs: RouterInputs,
  before: RouterRecord[] | undefined,
  context: OperationContext,
): Promise<string> {
  const lookup = lookupFor(inputs, before);
  context.save({ lookup });
  const started = await send(inputs, before, context);
  if (typeof started === "string") return started;
  context.save({ lookup, tasks: started.tasks });
  return started.object?.id ?? (await outcome(inputs, started.tasks, before, context));
}

/** Sends the request; returns the id of the created router where the reply was lost. */
async function send(
  inputs: RouterInputs,
  before: RouterRecord[] | undefined,
  context: OperationContext,
): Promise<Started<RouterRecord> | string> {
  try {
    return await context.platform.routers.create(inputs, bodyFor(inputs));
  } catch (error) {
    if (!mayHaveTakenEffect(error)) context.save();
    // Where the same path lists routers, a 404 is about something that the new one needs.
    if (isMissing(error) && (before === undefined || error.status !== 404))
      throw new Error(ROUTERS.cannotCreate.message({ refused: error }));
    if (!mayHaveTakenEffect(error)) throw error;
    if (before === undefined) throw new PlatformError({ ...error, advice: REPLIES.creationUncertain.remedy });
    // The request may have been carried out all the same: the new router of this name is the one.
    const list = () => namesakes(inputs, context);
    const own = await newRouter(inputs, before, context, list).catch(() => undefined);
    if (own === undefined) throw error;
    context.save({ id: own.id, known: minimalState(inputs) });
    if (own.task_id) await context.finish([own.task_id]);
    return own.id;
  }
}

/** Waits for the tasks of a creation and returns the router's id; however that ends, what may exist is saved. */
async function outcome(
  inputs: RouterInputs,
  tasks: string[],
  before: RouterRecord[] | undefined,
  context: OperationContext,
): Promise<string> {
  const known = minimalState(inputs);
  const finished = await context.finish(tasks, known).catch(async (error) => {
    await saveUnfinished(error, inputs, tasks, context);
    throw error;
  });
  context.save({ tasks, known });
  const id = await createdId(tasks, finished, inputs, context, before);
  if (id !== undefined) return id;
  throw new Error(ROUTERS.notListed.message({ name: inputs.name, tasks: tasks.join(", ") || "not named" }));
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

function existsText({ projectId, regionId, name, ifExists }: RouterInputs, equal: RouterRecord[]): string {
  const ids = equal.map((router) => router.id);
  const facts = {
    name: name as string,
    place: `in project ${projectId}, region ${regionId}`,
    ids: ids.join(", "),
  };
  return ifExists === "adopt"
    ? ROUTERS.severalExist.message({ ...facts, count: ids.length })
    : ROUTERS.exists.message({ ...facts, first: ids[0] as string });
}
