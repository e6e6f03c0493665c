import { z } from "zod";
import { pageOf, pageSchema } from "../../core/page";
import { notFound } from "../../core/problem";
import { uuid } from "../../core/schemas";
import { type Operation, ok, operation, type Reply } from "../../http/operation";
import type { TaskPlan } from "../../tasks/job";
import { attachSubnet, detachSubnet } from "./attach";
import { planCreate, refuseLocked } from "./create";
import { deletePlan, updatePlan } from "./jobs";
import { type RouterRecord, routerRecord } from "./record";
import {
  collectionPath,
  createBody,
  listQuery,
  routerPath,
  type SubnetBody,
  subnetBody,
  updateBody,
} from "./schemas";
import { applyUpdate, changesNothing, planUpdate } from "./update";
import type { RouterWorld } from "./world";

const collection = "/cloud/v1/routers/:project_id/:region_id";
const member = `${collection}/:router_id`;
/** Of all operations only the update has a second version, and only the update is documented. */
const documentedMember = "/cloud/v2/routers/:project_id/:region_id/:router_id";

/** The tasks that a request has started. */
const startedTasks = z.strictObject({ tasks: z.array(uuid) });
const changedRouter = z.union([startedTasks, routerRecord]);
const routerPage = pageSchema(routerRecord);

type RouterPath = z.infer<typeof routerPath>;

export function routerOperations(world: RouterWorld): Operation[] {
  return [
    update(world),
    create(world),
    list(world),
    get(world),
    remove(world),
    onSubnet(world, "attach", attachSubnet),
    onSubnet(world, "detach", detachSubnet),
  ];
}

function update(world: RouterWorld): Operation {
  return operation({
    method: "PATCH",
    path: documentedMember,
    summary: "Change a router",
    replies: { 200: changedRouter },
    documented: true,
    params: routerPath,
    body: updateBody,
    handle: ({ params, body }) => {
      const router = findFree(world, params);
      const planned = planUpdate(world, router, body);
      if (world.platform.settings.patchReply === "router") {
        if (!changesNothing(planned)) applyUpdate(world, router.id, planned);
        return ok(find(world, params));
      }
      return changesNothing(planned) ? ok({ tasks: [] }) : started(world, updatePlan(router, planned));
    },
  });
}

function create(world: RouterWorld): Operation {
  return operation({
    method: "POST",
    path: collection,
    summary: "Create a router",
    replies: { 200: startedTasks },
    params: collectionPath,
    body: createBody,
    handle: ({ params, body }) => {
      const scope = { projectId: params.project_id, regionId: params.region_id };
      return started(world, planCreate(world, scope, body));
    },
  });
}

function list({ store }: RouterWorld): Operation {
  return operation({
    method: "GET",
    path: collection,
    summary: "List routers",
    replies: { 200: routerPage },
    params: collectionPath,
    query: listQuery,
    handle: ({ params, query }) => {
      const matching = store
        .visible()
        .filter((router) => router.project_id === params.project_id && router.region_id === params.region_id)
        .filter((router) => query.name === undefined || router.name === query.name);
      return ok(pageOf(matching, query));
    },
  });
}

function get(world: RouterWorld): Operation {
  return operation({
    method: "GET",
    path: member,
    summary: "Get a router",
    replies: { 200: routerRecord },
    params: routerPath,
    handle: ({ params }) => ok(find(world, params)),
  });
}

function remove(world: RouterWorld): Operation {
  return operation({
    method: "DELETE",
    path: member,
    summary: "Delete a router",
    replies: { 200: startedTasks },
    params: routerPath,
    handle: ({ params }) => started(world, deletePlan(findFree(world, params))),
  });
}

/** Attaching and detaching take effect at once and answer the router. */
function onSubnet(
  world: RouterWorld,
  action: "attach" | "detach",
  perform: (world: RouterWorld, router: RouterRecord, body: SubnetBody) => void,
): Operation {
  return operation({
    method: "POST",
    path: `${member}/${action}`,
    summary: `${action === "attach" ? "Attach a subnet to" : "Detach a subnet from"} a router`,
    replies: { 200: routerRecord },
    params: routerPath,
    body: subnetBody,
    handle: ({ params, body }) => {
      perform(world, findFree(world, params), body);
      return ok(find(world, params));
    },
  });
}

function find({ store }: RouterWorld, { project_id, region_id, router_id }: RouterPath): RouterRecord {
  const router = store.get(router_id);
  if (router?.project_id === project_id && router.region_id === region_id) return router;
  throw notFound(`Router ${router_id} was not found`);
}

function findFree(world: RouterWorld, path: RouterPath): RouterRecord {
  const router = find(world, path);
  refuseLocked(router);
  return router;
}

function started({ platform }: RouterWorld, plan: TaskPlan): Reply {
  return ok({ tasks: [platform.tasks.start(plan)] });
}
