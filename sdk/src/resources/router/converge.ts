import { isMissing } from "../../api/reply";
import type { Attachment, GatewayBody, RouterPatch } from "../../api/routers";
import type { Run } from "../../contract/resource";
import { ROUTERS } from "../../errors/routers";
import { camelCase } from "../../util/camel";
import { whenUnlocked } from "./lock";
import { isAboutRoutes, isRefusal } from "./refusals";
import type { RouterInputs } from "./schema";
import {
  extraSubnets,
  type Gateway,
  isAttached,
  type RouterState,
  sameGateway,
  sameId,
  sameRoutes,
} from "./state";

/**
 * Changes a router into what is declared, sending only what differs: attach new subnets, then update and await,
 * then detach old subnets. A route's next hop must lie in an attached subnet, so no other order works.
 */
export async function converge(
  id: string,
  target: RouterInputs,
  known: RouterState,
  run: Run,
): Promise<RouterState> {
  let state = known;
  for (const item of target.interfaces ?? []) {
    if (!isAttached(item, state.interfaces)) state = await attach(id, item, target, state, run);
  }
  const patch = patchFor(target, state);
  if (Object.keys(patch).length > 0) state = await update(id, patch, state, run);
  if (target.interfaces === undefined) return state;
  for (const subnetId of extraSubnets(target.interfaces, state.interfaces))
    state = await detach(id, subnetId, state, run);
  return state;
}

/** Takes off all that keeps a router from being deleted. */
export async function detachAll(state: RouterState, run: Run): Promise<void> {
  const nothing = { projectId: state.projectId, regionId: state.regionId, routes: [], interfaces: [] };
  await converge(state.routerId, nothing, state, run);
}

/** The update's body: only what differs, the gateway and the routes always whole. */
export function patchFor(target: RouterInputs, known: RouterState): RouterPatch {
  const { name, externalGatewayInfo: gateway, routes } = target;
  return {
    ...(name !== undefined && name !== known.name && { name }),
    ...(gateway !== undefined &&
      !sameGateway(gateway, known.externalGatewayInfo) && {
        external_gateway_info: gateway && gatewayPatch(gateway, known.externalGatewayInfo),
      }),
    ...(routes !== undefined &&
      !sameRoutes(routes, known.routes) && {
        routes,
      }),
  };
}

type GatewayInput = NonNullable<RouterInputs["externalGatewayInfo"]>;

/** What a declaration leaves out stays as it is: without `enable_snat` the platform would turn source NAT on. */
function gatewayPatch(declared: GatewayInput, known: Gateway | null | undefined): GatewayBody {
  const networkId = declared.networkId ?? known?.networkId;
  if (networkId === undefined) throw new Error(ROUTERS.noGateway.says());
  const enableSnat = declared.enableSnat ?? known?.enableSnat;
  return {
    type: "manual",
    network_id: networkId,
    ...(enableSnat !== undefined && { enable_snat: enableSnat }),
  };
}

async function update(id: string, patch: RouterPatch, state: RouterState, run: Run): Promise<RouterState> {
  run.status(`updating ${Object.keys(patch).join(", ")}`);
  const tasks = await run.change(id, state, Object.keys(patch).map(camelCase), () =>
    whenUnlocked(state, id, run, () => run.platform.routers.update(state, id, patch, run.signal)),
  );
  await run.finish(tasks);
  return {
    ...state,
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.routes && { routes: patch.routes }),
    ...(patch.external_gateway_info !== undefined && {
      externalGatewayInfo: gatewayAfter(patch.external_gateway_info),
    }),
  };
}

/** What an update has made of the gateway, where the deployment cannot tell. */
function gatewayAfter(sent: GatewayBody | null): Gateway | null {
  return sent && { networkId: sent.network_id as string, enableSnat: sent.enable_snat ?? true };
}

type InterfaceInput = NonNullable<RouterInputs["interfaces"]>[number];

async function attach(
  id: string,
  { subnetId, ipAddress }: InterfaceInput,
  target: RouterInputs,
  state: RouterState,
  run: Run,
): Promise<RouterState> {
  const attached = state.interfaces?.some((item) => sameId(item.subnetId, subnetId));
  // Attached under another address: a subnet is on a router once, so it has to come off first.
  const free = attached ? await takeOff(id, subnetId, target, state, run) : state;
  run.status(`attaching subnet ${subnetId}`);
  await attachment(
    "attach",
    id,
    { subnet_id: subnetId, ...(ipAddress !== undefined && { ip_address: ipAddress }) },
    free,
    run,
  );
  const item = { subnetId, ...(ipAddress !== undefined && { ipAddress }) };
  const next = { ...free, interfaces: [...(free.interfaces ?? []), item] };
  run.exists(id, next);
  return next;
}

/** Detaches a subnet that declared routes may lead through: those come off before, and on again with the update. */
async function takeOff(
  id: string,
  subnetId: string,
  target: RouterInputs,
  state: RouterState,
  run: Run,
): Promise<RouterState> {
  try {
    return await detach(id, subnetId, state, run);
  } catch (error) {
    const { routes } = state;
    if (!isRefusal(error) || !isAboutRoutes(error) || target.routes === undefined || !routes?.length)
      throw error;
    const bare = await update(id, { routes: [] }, state, run);
    return detach(id, subnetId, bare, run).catch(async (refusal) => {
      // The routes were not what was in the way.
      if (isRefusal(refusal)) await update(id, { routes }, bare, run);
      throw refusal;
    });
  }
}

async function detach(id: string, subnetId: string, state: RouterState, run: Run): Promise<RouterState> {
  run.status(`detaching subnet ${subnetId}`);
  await attachment("detach", id, { subnet_id: subnetId }, state, run);
  const next = {
    ...state,
    interfaces: state.interfaces?.filter((item) => !sameId(item.subnetId, subnetId)) ?? [],
  };
  run.exists(id, next);
  return next;
}

async function attachment(
  which: "attach" | "detach",
  id: string,
  body: Attachment,
  region: RouterState,
  run: Run,
): Promise<void> {
  const { routers } = run.platform;
  try {
    const tasks = await run.change(id, region, ["interfaces"], () =>
      whenUnlocked(region, id, run, () => routers[which](region, id, body, run.signal)),
    );
    await run.finish(tasks);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const found = await routers.find(region, id, run.signal);
    if (found.is !== "unreadable") throw error;
    throw new Error(ROUTERS.cannotAttach.says({ which, refused: error }));
  }
}
