import { isMissing } from "../../api/reply";
import type { Region, RouterRecord } from "../../api/routers";
import type { OperationContext } from "../../contract/context";
import { whenUnlocked } from "../../contract/lock";
import type { Hints, ResourceHandler } from "../../contract/resource";
import { ROUTERS } from "../../errors/routers";
import { canonicalJson, type JsonObject } from "../../util/json";
import { createRouter } from "./create";
import { createdId } from "./created";
import { properties } from "./properties";
import { holderOf, readCreated, readRouter } from "./read";
import { isAboutAttachments, isRefusal } from "./refusals";
import { RouterInputs } from "./schema";
import { type Order, type RouterState, stateOf } from "./state";
import { detachAll, updateRouter } from "./update";

/**
 * A router. A managed router is created and deleted here. Of an adopted router (with `routerId`) only the declared inputs
 * are changed, and deletion leaves the router at the platform.
 */
export const handler: ResourceHandler<RouterInputs, RouterState> = {
  type: "Router",
  inputs: RouterInputs,
  properties,
  uniqueKeys,
  complete,
  createdId: (tasks, finished, known, context) => createdId(tasks, finished, known as RouterInputs, context),

  async create(inputs, context) {
    const { routerId } = inputs;
    if (routerId !== undefined) {
      const seen = await readRouter(inputs, routerId, inputs, context);
      return { id: routerId, state: stateOrThrow(seen, inputs, routerId) };
    }
    const id = await createRouter(inputs, context);
    context.save({ id, known: minimalState(inputs, id) });
    const state = stateOrThrow(await readCreated(inputs, id, inputs, context), inputs, id);
    context.save({ id, known: state });
    return { id, state };
  },

  read: (id, state, context) => readRouter(state, id, state, context),

  async update(id, recorded, { inputs, change, isFresh }, context) {
    const order = orderOf(inputs, recorded);
    const seen = isFresh ? recorded : await readRouter(recorded, id, order, context);
    if (seen === "gone") throw new Error(ROUTERS.missing.message({ id, ...recorded }));
    const live = seen === "unreadable" ? { ...recorded, routerId: id } : seen;
    return updateRouter(id, { inputs, change, recorded, live }, order, context);
  },

  delete: (id, state, context) => deleteRouter(id, state, context),
};

function uniqueKeys({ projectId, regionId, routerId, name, ifExists }: RouterInputs) {
  if (routerId !== undefined)
    return [
      {
        key: routerId.toLowerCase(),
        property: "routerId" as const,
        reason: "both would change the same router, so declare it once",
      },
    ];
  if (ifExists === "create") return [];
  return [
    {
      key: canonicalJson([projectId, regionId, name]),
      property: "name" as const,
      reason:
        'each would find the other\'s router; give one another name, or declare `ifExists: "create"` with both',
    },
  ];
}

/** A managed router needs a name. Derived from the resource, it is the same in every run: no second one is created. */
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
function orderOf(declared: RouterInputs, recorded: RouterState): Order {
  return {
    routes: declared.routes ?? recorded.routes,
    interfaces: declared.interfaces ?? recorded.interfaces,
  };
}

/** All that is known of a router that cannot be read. */
function minimalState({ projectId, regionId }: Region, routerId: string): RouterState {
  return { projectId, regionId, routerId };
}

function stateOrThrow(seen: RouterState | "gone" | "unreadable", region: Region, id: string): RouterState {
  if (seen === "gone") throw new Error(ROUTERS.missing.message({ id, ...region }));
  return seen === "unreadable" ? minimalState(region, id) : seen;
}

async function deleteRouter(id: string, state: RouterState, context: OperationContext): Promise<void> {
  const { routers } = context.platform;
  const remove = () =>
    whenUnlocked(
      context,
      () => holderOf(state, id, context),
      () => routers.delete(state, id),
    );
  try {
    await context.finish(await remove());
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const found = await routers.find(state, id);
    if (found.is === "gone") return;
    if (isMissing(error)) throw new Error(ROUTERS.cannotDelete.message({ id, refused: error }));
    // Some deployments do not delete a router that still has subnets: detach those and try once more.
    if (found.is !== "found" || !hasAttachments(found.object) || !isAboutAttachments(error)) throw error;
    await detachAll(stateOf(state, found.object, {}), context);
    await context.finish(await remove());
  }
}

function hasAttachments({ interfaces, routes }: RouterRecord): boolean {
  return (interfaces ?? []).length + (routes ?? []).length > 0;
}
