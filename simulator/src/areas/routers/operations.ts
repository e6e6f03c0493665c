import {
  routers as api,
  type CreateBody,
  createBody,
  type RouterInterface,
  type RouterPath,
  type RouterRecord,
} from "../../contract/routers";
import { pageOf } from "../../core/page";
import { conflict, notFound } from "../../core/problem";
import { defaultExternalNetwork } from "../../core/subnets";
import { zonedTimestamp } from "../../core/timestamps";
import { type Operation, ok, operation, type Reply } from "../../http/operation";
import type { TaskPlan } from "../../tasks/kinds";
import { createBeyondQuotaPlan, createPlan, deletePlan, updatePlan } from "./jobs";
import { newGateway, newInterface, refuseUnreachable, refuseUsed } from "./network";
import { type RouterScope, type RouterWorld, subnetsOf } from "./store";
import { applyUpdate, changesNothing, planUpdate } from "./update";

export function routerOperations(world: RouterWorld): Operation[] {
  const { platform, store } = world;
  const { settings, subnets } = platform;
  const find = ({ project_id, region_id, router_id }: RouterPath): RouterRecord => {
    const router = store.get(router_id);
    if (router?.project_id === project_id && router.region_id === region_id) return router;
    throw notFound(`Router ${router_id} was not found`);
  };
  const findUnlocked = (path: RouterPath): RouterRecord => {
    const router = find(path);
    if (router.task_id === null) return router;
    throw conflict(`Router ${router.id} is locked by task ${router.task_id}`);
  };
  const started = (plan: TaskPlan): Reply => ok({ tasks: [platform.tasks.start(plan)] });
  const withInterfaces = (id: string, interfaces: readonly RouterInterface[]): Reply =>
    ok(store.records.change(id, { interfaces, updated_at: zonedTimestamp(settings.now()) }));
  return [
    operation(api.update, ({ params, body }) => {
      const router = findUnlocked(params);
      const update = planUpdate(world, router, body);
      if (settings.patchReply === "router") {
        if (!changesNothing(update)) applyUpdate(world, router.id, update);
        return ok(find(params));
      }
      return changesNothing(update) ? ok({ tasks: [] }) : started(updatePlan(router, update));
    }),
    operation(api.create, ({ params: { project_id: projectId, region_id: regionId }, body }) =>
      started(planCreate(world, { projectId, regionId }, body)),
    ),
    operation(api.list, ({ params: { project_id, region_id }, query }) => {
      const matching = store
        .visible()
        .filter((router) => router.project_id === project_id && router.region_id === region_id)
        .filter((router) => query.name === undefined || router.name === query.name);
      return ok(pageOf(matching, query));
    }),
    operation(api.get, ({ params }) => ok(find(params))),
    operation(api.delete, ({ params }) => started(deletePlan(findUnlocked(params)))),
    operation(api.attach, ({ params, body }) => {
      const router = findUnlocked(params);
      if (subnetsOf(router).includes(body.subnet_id))
        throw conflict(`Subnet ${body.subnet_id} is already attached to router ${router.id}`);
      return withInterfaces(router.id, [...router.interfaces, newInterface(world, body)]);
    }),
    operation(api.detach, ({ params, body: { subnet_id } }) => {
      const router = findUnlocked(params);
      if (!subnetsOf(router).includes(subnet_id))
        throw notFound(`Subnet ${subnet_id} is not attached to router ${router.id}`);
      refuseUsed(subnets, router, subnet_id);
      return withInterfaces(router.id, withoutSubnet(router.interfaces, subnet_id));
    }),
  ];
}

function withoutSubnet(interfaces: readonly RouterInterface[], subnetId: string): RouterInterface[] {
  return interfaces
    .map((port) => ({
      ...port,
      ip_assignments: port.ip_assignments.filter((assignment) => assignment.subnet_id !== subnetId),
    }))
    .filter((port) => port.ip_assignments.length > 0);
}

function planCreate(world: RouterWorld, scope: RouterScope, body: CreateBody): TaskPlan {
  const { settings, subnets } = world.platform;
  const { interfaces, external_gateway_info: gateway, ...stored } = body;
  const network_id =
    gateway?.type === "default" ? defaultExternalNetwork(scope.regionId) : gateway?.network_id;
  refuseUnreachable(subnets, stored.routes, {
    subnetIds: interfaces.map(({ subnet_id }) => subnet_id),
    gatewayNetworkId: network_id,
  });
  const excess = world.store.countInRegion(scope.regionId) + 1 - settings.maxRoutersPerRegion;
  const blank = { ...blankRouter(world, scope), ...stored };
  if (excess > 0) return createBeyondQuotaPlan(blank, excess);
  const enable_snat = gateway?.enable_snat ?? true;
  return createPlan({
    ...blank,
    interfaces: interfaces.map((item) => newInterface(world, item)),
    external_gateway_info:
      network_id === undefined ? null : newGateway(world, { network_id, enable_snat }, null),
  });
}

/** A router without networks and routes. */
export function blankRouter({ platform }: RouterWorld, { projectId, regionId }: RouterScope): RouterRecord {
  const now = zonedTimestamp(platform.settings.now());
  return {
    ...createBody.omit({ external_gateway_info: true, interfaces: true }).parse({ name: "router" }),
    id: platform.ids.uuid(),
    status: "ACTIVE",
    created_at: now,
    updated_at: now,
    distributed: false,
    project_id: projectId,
    region_id: regionId,
    region: `region-${regionId}`,
    interfaces: [],
    external_gateway_info: null,
    task_id: null,
    creator_task_id: null,
  };
}
