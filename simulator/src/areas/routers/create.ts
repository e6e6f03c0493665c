import { conflict } from "../../core/problem";
import { defaultExternalNetwork } from "../../core/subnets";
import { zonedTimestamp } from "../../core/timestamps";
import type { TaskPlan } from "../../tasks/job";
import { createBeyondQuotaPlan, createPlan } from "./jobs";
import { refuseUnreachable } from "./nexthops";
import { newGateway, newInterface } from "./ports";
import type { RouterRecord } from "./record";
import type { CreateBody } from "./schemas";
import type { RouterWorld } from "./world";

export interface RouterScope {
  readonly projectId: number;
  readonly regionId: number;
}

export function planCreate(
  world: RouterWorld,
  { projectId, regionId }: RouterScope,
  body: CreateBody,
): TaskPlan {
  const { settings, subnets } = world.platform;
  const gatewayNetworkId = gatewayNetwork(body, regionId);
  refuseUnreachable(subnets, body.routes, {
    subnetIds: body.interfaces.map((item) => item.subnet_id),
    gatewayNetworkId,
  });
  const excess = world.store.countInRegion(regionId) + 1 - settings.maxRoutersPerRegion;
  const scope = { name: body.name, project_id: projectId, region_id: regionId };
  if (excess > 0) return createBeyondQuotaPlan(scope, excess);
  const enable_snat = body.external_gateway_info?.enable_snat ?? true;
  return createPlan({
    ...blankRouter(world, { projectId, regionId }),
    name: body.name,
    routes: body.routes,
    interfaces: body.interfaces.map((item) => newInterface(world, item)),
    external_gateway_info:
      gatewayNetworkId === undefined
        ? null
        : newGateway(world, { network_id: gatewayNetworkId, enable_snat }, null),
  });
}

/** A router with nothing on it, of which everything may be said otherwise. */
export function blankRouter({ platform }: RouterWorld, { projectId, regionId }: RouterScope): RouterRecord {
  const now = zonedTimestamp(platform.settings.now());
  return {
    id: platform.ids.uuid(),
    name: "router",
    status: "ACTIVE",
    created_at: now,
    updated_at: now,
    distributed: false,
    project_id: projectId,
    region_id: regionId,
    region: `region-${regionId}`,
    routes: [],
    interfaces: [],
    external_gateway_info: null,
    task_id: null,
    creator_task_id: null,
  };
}

/** Throws unless the router is free of running tasks. */
export function refuseLocked(router: RouterRecord): void {
  if (router.task_id !== null) throw conflict(`Router ${router.id} is locked by task ${router.task_id}`);
}

function gatewayNetwork(
  { external_gateway_info: gateway }: CreateBody,
  regionId: number,
): string | undefined {
  if (gateway === null) return undefined;
  return gateway.type === "manual" ? gateway.network_id : defaultExternalNetwork(regionId);
}
