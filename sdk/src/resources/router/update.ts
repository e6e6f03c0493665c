import type { RouterGatewayOutput, RouterState } from "../../api/router-outputs";
import type { GatewayBody, RouterPatch } from "../../api/routers";
import { isRefusal, refusalText } from "../../contract/deletion";
import { present } from "../../util/json";
import { ERRORS } from "./errors";
import { extraSubnets, hasSubnet, isAttached, sameGateway, sameId, sameRoutes } from "./properties";
import type { RouterRequests } from "./requests";
import type { GatewayInput, InterfaceInput, RouterInputs } from "./schema";

/** A change of a router: the inputs, the part of them to send, the recorded state, and the router as it is now. */
export interface RouterChange {
  inputs: Pick<RouterInputs, "routes">;
  change: Partial<RouterInputs>;
  recorded: Partial<RouterState>;
  live: RouterState;
}

/**
 * Sends what differs: attaches new subnets, updates, then detaches old subnets. The next hop of a route must be in an
 * attached subnet, so no other order is possible. Returns the expected state, or `live` if nothing differs.
 */
export async function sendChanges(
  router: RouterRequests,
  { inputs, change, recorded, live }: RouterChange,
): Promise<RouterState> {
  const base = recorded.interfaces ?? live.interfaces;
  let state = live;
  for (const item of change.interfaces ?? [])
    if (!isAttached(item, base) && !isAttached(item, state.interfaces))
      state = await attach(router, item, inputs.routes !== undefined, state);
  // Routes that were removed to attach a subnet are set again.
  const { routes = live.routes } = change;
  const patch = patchOf({ ...change, ...(state.routes !== live.routes && routes && { routes }) }, state);
  if (Object.keys(patch).length > 0) state = await update(router, patch, state);
  const removed = change.interfaces === undefined ? [] : extraSubnets(change.interfaces, base);
  for (const subnetId of removed)
    if (hasSubnet(subnetId, state.interfaces)) state = await detach(router, subnetId, state);
  return state;
}

/** Removes the routes and subnets, which may prevent a deletion. */
export async function detachAll(router: RouterRequests, live: RouterState): Promise<void> {
  const change = { routes: [], interfaces: [] };
  await sendChanges(router, { inputs: change, change, recorded: live, live });
}

/** The body of the update: only what differs, the gateway and the routes always whole. */
function patchOf(change: Partial<RouterInputs>, live: RouterState): RouterPatch {
  const { name, externalGatewayInfo: gateway, routes } = change;
  return {
    ...(name !== undefined && name !== live.name && { name }),
    ...(gateway !== undefined &&
      !sameGateway(gateway, live.externalGatewayInfo) && {
        external_gateway_info: gateway && gatewayBody(gateway, live.externalGatewayInfo),
      }),
    ...(routes !== undefined && !sameRoutes(routes, live.routes) && { routes }),
  };
}

/** Omitted inputs are sent as they are: without `enable_snat` the platform would turn source NAT on. */
function gatewayBody(declared: GatewayInput, live: RouterGatewayOutput | null | undefined): GatewayBody {
  const { networkId = live?.networkId, enableSnat = live?.enableSnat } = declared;
  if (networkId === undefined) throw ERRORS.noGateway.error();
  return { type: "manual", network_id: networkId, ...present({ enable_snat: enableSnat }) };
}

async function update(router: RouterRequests, patch: RouterPatch, state: RouterState): Promise<RouterState> {
  await router.update(patch, state);
  const { external_gateway_info: gateway, ...others } = patch;
  return {
    ...state,
    ...others,
    ...(gateway !== undefined && { externalGatewayInfo: gateway && gatewayAfter(gateway) }),
  };
}

/** The gateway after an update, for a deployment that does not return it. */
function gatewayAfter({
  network_id: networkId = "",
  enable_snat: enableSnat = true,
}: GatewayBody): RouterGatewayOutput {
  return { networkId, enableSnat };
}

async function attach(
  router: RouterRequests,
  item: InterfaceInput,
  mayRemoveRoutes: boolean,
  state: RouterState,
): Promise<RouterState> {
  const { subnetId, ipAddress } = item;
  // A subnet is on a router only once: if it has another address, it must be detached first.
  const free = hasSubnet(subnetId, state.interfaces)
    ? await detachFromRoutes(router, subnetId, mayRemoveRoutes, state)
    : state;
  await router.attach({ subnet_id: subnetId, ...present({ ip_address: ipAddress }) }, free);
  const next = { ...free, interfaces: [...(free.interfaces ?? []), { subnetId, ...present({ ipAddress }) }] };
  router.save(next);
  return next;
}

/** Detaches a subnet. If declared routes prevent that, they are removed before, and set again with the update. */
async function detachFromRoutes(
  router: RouterRequests,
  subnetId: string,
  mayRemoveRoutes: boolean,
  state: RouterState,
): Promise<RouterState> {
  const { routes } = state;
  try {
    return await detach(router, subnetId, state);
  } catch (error) {
    const isAboutRoutes = isRefusal(error) && /\broutes?\b/i.test(refusalText(error));
    if (!isAboutRoutes || !mayRemoveRoutes || !routes?.length) throw error;
    const withoutRoutes = await update(router, { routes: [] }, state);
    return detach(router, subnetId, withoutRoutes).catch(async (refusal) => {
      // The routes were not the reason.
      if (isRefusal(refusal)) await update(router, { routes }, withoutRoutes);
      throw refusal;
    });
  }
}

async function detach(router: RouterRequests, subnetId: string, state: RouterState): Promise<RouterState> {
  await router.detach(subnetId, state);
  const next = {
    ...state,
    interfaces: state.interfaces?.filter((item) => !sameId(item.subnetId, subnetId)) ?? [],
  };
  router.save(next);
  return next;
}
