import type { CreatingHandler } from "../../lifecycle/handler";
import { readAfterWrite, readChanged, readOrKnown } from "../../lifecycle/steps/change";
import { createOrFind } from "../../lifecycle/steps/create";
import type { Created } from "../../lifecycle/steps/creation";
import type { RouterState } from "../../platform/api/router-outputs";
import { type Region, type RouterRecord, toState } from "../../platform/api/router-record";
import { RoutersReader } from "../../platform/api/routers";
import { canonicalJson, omitNullish } from "../../util/json";
import { type CreationInputs, routerCreation } from "./create";
import { attachments, deleteRouter } from "./delete";
import { defaultName, properties, RouterInputs } from "./inputs";
import { missingRouter, patchOf, RouterRequests, sendChanges } from "./requests";
import { work } from "./work";

const { projectId, regionId, routerId } = RouterInputs.shape;

/**
 * A managed router is created and deleted here. Of an adopted router (with `routerId`) only the declared inputs are
 * changed, and a deletion leaves the router at the platform.
 */
export const handler: CreatingHandler<RouterInputs, RouterState, RouterRecord, CreationInputs> = {
  type: "Router",
  inputs: RouterInputs,
  properties,
  identity: {
    id: { routerId: routerId.unwrap() },
    scope: { projectId, regionId },
  },
  probe: { name: "GET /cloud/v1/routers/{project_id}/{region_id}", query: { limit: 1 } },
  uniqueKeys,
  work,

  complete(inputs, hints) {
    const needsName = inputs.name === undefined && inputs.routerId === undefined;
    return needsName ? { ...inputs, name: defaultName(hints) } : inputs;
  },

  list: {
    place: { projectId, regionId },
    async read(place, { api }) {
      const region = place as unknown as Region;
      const routers = await new RoutersReader(api).listWhole(region);
      return routers?.map((router) => toState(region, router, {}));
    },
  },
  nameOf: ({ name }) => name,
  besideEqual: (inputs) => ({ ...inputs, ifExists: "create" }),

  creation: routerCreation,

  async create(inputs, context) {
    const { routerId, projectId, regionId } = inputs;
    const found: Created<RouterRecord> =
      routerId === undefined ? await createOrFind(handler, inputs, context) : { id: routerId };
    const { id, isExisting = false } = found;
    const isNew = routerId === undefined && !isExisting;
    const router = new RouterRequests(inputs, id, context);
    const minimal = { projectId, regionId, routerId: id };
    if (isNew) router.save(minimal);
    const seen = await readAfterWrite(
      context,
      () => router.read(inputs),
      (read) => read !== "gone" || !isNew,
    );
    const state = readOrKnown(seen, minimal, router.missing);
    if (isNew) router.save(state);
    // A router with `routerId` never belongs to the stack.
    return { id, state, ...(isExisting && { isExisting }) };
  },

  read(id, state, context) {
    const router = new RouterRequests(state, id, context);
    // `get` and `import` know only which router to read.
    return state.routes === undefined ? router.read(state) : router.refresh(state);
  },

  async update(id, recorded, { inputs, change, isFresh }, context) {
    const router = new RouterRequests(recorded, id, context);
    // The task of an interrupted run may still change the router.
    if (context.previous) await router.awaitBlockingTask();
    // Lists keep the order in which they are declared, or the recorded order.
    const order = { ...recorded, ...omitNullish(inputs) };
    const before = isFresh ? recorded : await router.read(order);
    const live = readOrKnown(before, { ...recorded, routerId: id }, router.missing);
    const reached = await sendChanges(router, { inputs, change, recorded, live });
    if (reached === live) return live;
    // Subnets that others have attached or detached stay as they are.
    const expected = { ...change, ...(change.interfaces && { interfaces: reached.interfaces }) };
    const seen = await readChanged(context, id, { properties, change: expected }, () => router.read(order));
    return readOrKnown(seen, reached, router.missing);
  },

  delete: deleteRouter,

  requireChangeable(live, { state: { routerId: id = "", ...region }, change }) {
    if (live === "gone") throw missingRouter(id, region as Region);
    // Throws if the change is of a gateway that the router does not have.
    patchOf(change, live);
  },

  ifDeletionRefused(live) {
    const attached = attachments(live).join(", ");
    return attached === "" ? undefined : `\`up\` first removes ${attached}`;
  },
};

function uniqueKeys({ projectId, regionId, routerId, name, ifExists }: RouterInputs) {
  if (routerId !== undefined) {
    const reason = "both would change the same router, so declare it once";
    return [{ key: routerId.toLowerCase(), property: "routerId" as const, reason }];
  }
  if (ifExists === "create") return [];
  const reason =
    'each would find the other\'s router; give one another name, or declare `ifExists: "create"` with both';
  return [{ key: canonicalJson([projectId, regionId, name]), property: "name" as const, reason }];
}
