import { isMissing } from "../../api/reply";
import type { Attachment, GatewayBody, RouterPatch } from "../../api/routers";
import { readChanged, sendChange } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import { whenUnlocked } from "../../contract/lock";
import { ROUTERS } from "../../errors/routers";
import { camelCase } from "../../util/camel";
import { properties } from "./properties";
import { holderOf, readRouter } from "./read";
import { isAboutRoutes, isRefusal } from "./refusals";
import type { RouterInputs } from "./schema";
import {
  extraSubnets,
  type Gateway,
  type Interface,
  type InterfaceInput,
  isAttached,
  type Order,
  type RouterState,
  sameGateway,
  sameId,
  sameRoutes,
} from "./state";

/** A change of a router: the inputs, the part of them to send, the recorded state, and the router at the platform now. */
export interface RouterChange {
  inputs: Pick<RouterInputs, "routes">;
  change: Partial<RouterInputs>;
  recorded: Partial<RouterState>;
  live: RouterState;
}

/** Changes a router and returns it as the platform shows it then. */
export async function updateRouter(
  id: string,
  request: RouterChange,
  order: Order,
  context: OperationContext,
): Promise<RouterState> {
  const { change, live } = request;
  const reached = await applyChange(id, request, context);
  if (reached === live) return live;
  const read = () => readRouter(live, id, order, context);
  // Subnets that somebody else has attached or detached stay as they are.
  const expected = { ...change, ...(change.interfaces && { interfaces: reached.interfaces }) };
  const seen = await readChanged(context, id, { properties, change: expected }, read);
  if (seen === "gone") throw new Error(ROUTERS.missing.message({ id, ...live }));
  return seen === "unreadable" ? reached : seen;
}

/**
 * Sends what differs: attach new subnets, then update and wait, then detach old subnets. A route's next hop must lie in
 * an attached subnet, so no other order works.
 */
async function applyChange(
  id: string,
  { inputs, change, recorded, live }: RouterChange,
  context: OperationContext,
): Promise<RouterState> {
  const base = recorded.interfaces ?? live.interfaces;
  let state = live;
  for (const item of change.interfaces ?? []) {
    const isWanted = !isAttached(item, base) && !isAttached(item, state.interfaces);
    if (isWanted) state = await attach(id, item, inputs.routes !== undefined, state, context);
  }
  // Routes that were removed to attach a subnet are set again.
  const { routes = live.routes } = change;
  const patch = patchFor({ ...change, ...(state.routes !== live.routes && routes && { routes }) }, state);
  if (Object.keys(patch).length > 0) state = await update(id, patch, state, context);
  if (change.interfaces === undefined) return state;
  const removed = extraSubnets(change.interfaces, base);
  for (const subnetId of removed.filter((subnet) => hasSubnet(subnet, state.interfaces)))
    state = await detach(id, subnetId, state, context);
  return state;
}

/** Removes everything that keeps a router from being deleted. */
export async function detachAll(state: RouterState, context: OperationContext): Promise<void> {
  const change = { routes: [], interfaces: [] };
  await applyChange(state.routerId, { inputs: change, change, recorded: state, live: state }, context);
}

/** The update's body: only what differs, the gateway and the routes always whole. */
function patchFor({ name, externalGatewayInfo: gateway, routes }: Partial<RouterInputs>, live: RouterState) {
  const patch: RouterPatch = {
    ...(name !== undefined && name !== live.name && { name }),
    ...(gateway !== undefined &&
      !sameGateway(gateway, live.externalGatewayInfo) && {
        external_gateway_info: gateway && gatewayPatch(gateway, live.externalGatewayInfo),
      }),
    ...(routes !== undefined && !sameRoutes(routes, live.routes) && { routes }),
  };
  return patch;
}

type GatewayInput = NonNullable<RouterInputs["externalGatewayInfo"]>;

/** What is not declared stays as it is: without `enable_snat` the platform would turn source NAT on. */
function gatewayPatch(declared: GatewayInput, live: Gateway | null | undefined): GatewayBody {
  const networkId = declared.networkId ?? live?.networkId;
  if (networkId === undefined) throw new Error(ROUTERS.noGateway.message());
  const enableSnat = declared.enableSnat ?? live?.enableSnat;
  return {
    type: "manual",
    network_id: networkId,
    ...(enableSnat !== undefined && { enable_snat: enableSnat }),
  };
}

async function update(
  id: string,
  patch: RouterPatch,
  state: RouterState,
  context: OperationContext,
): Promise<RouterState> {
  context.status(`updating ${Object.keys(patch).join(", ")}`);
  const { routers } = context.platform;
  const progress = { id, known: state, unsure: Object.keys(patch).map(camelCase) };
  const tasks = await sendChange(context, progress, () =>
    whenUnlocked(
      context,
      () => holderOf(state, id, context),
      () => routers.update(state, id, patch),
    ),
  );
  await context.finish(tasks);
  return {
    ...state,
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.routes && { routes: patch.routes }),
    ...(patch.external_gateway_info !== undefined && {
      externalGatewayInfo: gatewayAfter(patch.external_gateway_info),
    }),
  };
}

/** The gateway after an update, where the deployment cannot show it. */
function gatewayAfter(sent: GatewayBody | null): Gateway | null {
  return sent && { networkId: sent.network_id as string, enableSnat: sent.enable_snat ?? true };
}

async function attach(
  id: string,
  { subnetId, ipAddress }: InterfaceInput,
  mayRemoveRoutes: boolean,
  state: RouterState,
  context: OperationContext,
): Promise<RouterState> {
  // Attached under another address: a subnet is on a router once, so it has to be detached first.
  const attached = hasSubnet(subnetId, state.interfaces);
  const free = attached ? await detachBelowRoutes(id, subnetId, mayRemoveRoutes, state, context) : state;
  context.status(`attaching subnet ${subnetId}`);
  const body = { subnet_id: subnetId, ...(ipAddress !== undefined && { ip_address: ipAddress }) };
  await sendAttachment("attach", id, body, free, context);
  const item = { subnetId, ...(ipAddress !== undefined && { ipAddress }) };
  const next = { ...free, interfaces: [...(free.interfaces ?? []), item] };
  context.save({ id, known: next });
  return next;
}

/** Detaches a subnet that declared routes may lead through: those are removed before, and set again with the update. */
async function detachBelowRoutes(
  id: string,
  subnetId: string,
  mayRemoveRoutes: boolean,
  state: RouterState,
  context: OperationContext,
): Promise<RouterState> {
  try {
    return await detach(id, subnetId, state, context);
  } catch (error) {
    const { routes } = state;
    if (!isRefusal(error) || !isAboutRoutes(error) || !mayRemoveRoutes || !routes?.length) throw error;
    const bare = await update(id, { routes: [] }, state, context);
    return detach(id, subnetId, bare, context).catch(async (refusal) => {
      // The routes were not the reason.
      if (isRefusal(refusal)) await update(id, { routes }, bare, context);
      throw refusal;
    });
  }
}

async function detach(
  id: string,
  subnetId: string,
  state: RouterState,
  context: OperationContext,
): Promise<RouterState> {
  context.status(`detaching subnet ${subnetId}`);
  await sendAttachment("detach", id, { subnet_id: subnetId }, state, context);
  const interfaces = state.interfaces?.filter((item) => !sameId(item.subnetId, subnetId)) ?? [];
  const next = { ...state, interfaces };
  context.save({ id, known: next });
  return next;
}

async function sendAttachment(
  which: "attach" | "detach",
  id: string,
  body: Attachment,
  state: RouterState,
  context: OperationContext,
): Promise<void> {
  const { platform } = context;
  try {
    const progress = { id, known: state, unsure: ["interfaces"] };
    const tasks = await sendChange(context, progress, () =>
      whenUnlocked(
        context,
        () => holderOf(state, id, context),
        () => platform.routers[which](state, id, body),
      ),
    );
    await context.finish(tasks);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const found = await platform.routers.find(state, id);
    if (found.is !== "unreadable") throw error;
    throw new Error(ROUTERS.cannotAttach.message({ which, refused: error }));
  }
}

function hasSubnet(subnetId: string, interfaces: Interface[] | undefined): boolean {
  return (interfaces ?? []).some((item) => sameId(item.subnetId, subnetId));
}
