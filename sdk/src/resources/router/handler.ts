import { isMissing } from "../../api/reply";
import type { Region, RouterRecord } from "../../api/routers";
import type { Hints, IfExists, ResourceHandler, Run } from "../../contract/resource";
import { ROUTERS } from "../../errors/routers";
import { TASKS } from "../../errors/tasks";
import { canonicalJson, type JsonObject } from "../../util/json";
import { converge, detachAll } from "./converge";
import { createRouter } from "./create";
import { whenUnlocked } from "./lock";
import { look, lookAfter } from "./look";
import { whatWasMade } from "./made";
import { isAboutAttachments, isRefusal } from "./refusals";
import { RouterInputs } from "./schema";
import {
  inputsOf,
  type Order,
  type RouterState,
  sameGateway,
  sameId,
  sameInterfaces,
  sameRoutes,
  stateOf,
  unfulfilled,
} from "./state";

/**
 * A router, managed (made and deleted here) or adopted (`routerId` is declared: only what is declared is changed,
 * and deletion leaves it in place).
 */
export const handler: ResourceHandler<RouterInputs, RouterState> = {
  type: "Router",
  inputs: RouterInputs,
  fields: {
    projectId: { replaces: true },
    regionId: { replaces: true },
    routerId: { replaces: true, same: (inputs, state) => sameId(inputs.routerId, state.routerId) },
    name: {},
    externalGatewayInfo: {
      same: (inputs, state) => sameGateway(inputs.externalGatewayInfo, state.externalGatewayInfo),
    },
    routes: { same: (inputs, state) => sameRoutes(inputs.routes ?? [], state.routes) },
    interfaces: { same: (inputs, state) => sameInterfaces(inputs.interfaces ?? [], state.interfaces) },
    ifExists: { onlyAtCreation: true },
  },
  optional: {
    routerId: "a",
    name: "n",
    externalGatewayInfo: "g",
    "externalGatewayInfo.type": "t",
    "externalGatewayInfo.networkId": "k",
    "externalGatewayInfo.enableSnat": "s",
    routes: "r",
    interfaces: "i",
    "interfaces[].ipAddress": "p",
    ifExists: "x",
  },
  sole,
  complete,
  inputsOf,
  made: (tasks, finished, known, run) => whatWasMade(tasks, finished, known as RouterInputs, run),

  async create(inputs, run) {
    const id = inputs.routerId ?? (await createRouter(inputs, run));
    if (inputs.routerId === undefined) run.exists(id, blank(inputs, id));
    const known = await (inputs.routerId === undefined ? lookAfter : look)(inputs, id, inputs, run);
    if (known === "gone") throw new Error(missingText(inputs, id));
    if (inputs.routerId === undefined && known !== "unreadable") run.exists(id, known);
    const target = withResets(inputs, run);
    const state = await bring(id, target, known === "unreadable" ? blank(inputs, id) : known, run);
    return { id, state };
  },

  read: (id, state, run) => look(state, id, state, run),

  async update(id, state, inputs, run) {
    const known = await look(state, id, orderOf(inputs, state), run);
    if (known === "gone") throw new Error(missingText(state, id));
    return bring(
      id,
      withResets(inputs, run),
      known === "unreadable" ? { ...state, routerId: id } : known,
      run,
    );
  },

  async delete(id, state, run) {
    if (run.wasDeclared("routerId")) {
      run.info(`router ${id} stays at the platform: it was adopted (routerId), not created here`);
      return;
    }
    await deleteRouter(id, state, run);
  },
};

function sole({ projectId, regionId, routerId, name, ifExists }: RouterInputs, byDefault: IfExists) {
  if (routerId !== undefined)
    return [
      {
        object: routerId.toLowerCase(),
        property: "routerId" as const,
        reason: "both would change the same router, so declare it once",
      },
    ];
  if ((ifExists ?? byDefault) === "create") return [];
  return [
    {
      object: canonicalJson([projectId, regionId, name]),
      property: "name" as const,
      reason:
        'each would find the other\'s router; give one another name, or declare `ifExists: "create"` with both',
    },
  ];
}

/** A managed router needs a name. Derived from the resource, it is the same in every run: nothing is made twice. */
function complete(inputs: JsonObject, { logicalName, suffix, before }: Hints): JsonObject {
  if (inputs.name !== undefined || inputs.routerId !== undefined) return inputs;
  // A resource that was moved or renamed in the program keeps the name that it was given first.
  if (typeof before.name === "string" && /-[0-9a-f]{7}$/.test(before.name))
    return { ...inputs, name: before.name };
  const base = logicalName
    .replace(/[^a-zA-Z0-9._-]/g, "-")
    .replace(/^[^a-zA-Z0-9]+/, "")
    .slice(0, 63 - suffix.length - 1);
  return { ...inputs, name: `${base || "router"}-${suffix}` };
}

/** Lists keep the order in which they are declared, or else the one that they had. */
function orderOf(declared: RouterInputs, known: RouterState): Order {
  return { routes: declared.routes ?? known.routes, interfaces: declared.interfaces ?? known.interfaces };
}

/** All that is known of a router that cannot be looked at. */
function blank({ projectId, regionId }: Region, routerId: string): RouterState {
  return { projectId, regionId, routerId };
}

/** Changes what differs, and tells what there is then. */
async function bring(id: string, target: RouterInputs, known: RouterState, run: Run): Promise<RouterState> {
  const reached = await converge(id, target, known, run);
  if (reached === known) return known;
  const isReached = (state: RouterState) => unfulfilled(state, target).length === 0;
  const seen = await lookAfter(known, id, orderOf(target, known), run, isReached);
  if (seen === "gone") throw new Error(missingText(known, id));
  if (seen === "unreadable") return reached;
  if (isReached(seen)) return seen;
  run.exists(id, seen);
  throw new Error(TASKS.withoutEffect.says({ fields: unfulfilled(seen, target).join(", ") }));
}

/** A declared field that is left out now goes back to what it is without a declaration. */
function withResets(inputs: RouterInputs, run: Run): RouterInputs {
  const target = { ...inputs };
  if (run.isDropped("externalGatewayInfo")) target.externalGatewayInfo = null;
  else if (run.isDropped("externalGatewayInfo.enableSnat") && target.externalGatewayInfo)
    target.externalGatewayInfo = { ...target.externalGatewayInfo, enableSnat: true };
  if (run.isDropped("routes")) target.routes = [];
  if (run.isDropped("interfaces")) target.interfaces = [];
  return target;
}

async function deleteRouter(id: string, state: RouterState, run: Run): Promise<void> {
  const remove = () => whenUnlocked(state, id, run, () => run.platform.routers.delete(state, id, run.signal));
  try {
    await run.finish(await remove());
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const found = await run.platform.routers.find(state, id, run.signal);
    if (found.is === "gone") return;
    if (isMissing(error)) throw new Error(ROUTERS.cannotDelete.says({ id, refused: error }));
    // Some deployments do not delete a router that still has subnets: take those off and try once more.
    if (found.is !== "found" || !hasAttachments(found.object) || !isAboutAttachments(error)) throw error;
    await detachAll(stateOf(state, found.object, {}), run);
    await run.finish(await remove());
  }
}

function hasAttachments({ interfaces, routes }: RouterRecord): boolean {
  return (interfaces ?? []).length + (routes ?? []).length > 0;
}

function missingText({ projectId, regionId }: Region, id: string): string {
  return ROUTERS.missing.says({ id, projectId, regionId });
}
