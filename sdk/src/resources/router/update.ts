import { pendingChanges } from "../../lifecycle/diff/difference";
import { isRefusal, says, sentencesOf } from "../../lifecycle/steps/refusal";
import type { RouterGatewayOutput, RouterState } from "../../platform/api/router-outputs";
import type { Attachment, GatewayPatch, RouterPatch } from "../../platform/api/routers";
import { omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import { type GatewayInput, type InterfaceInput, properties, type RouterInputs, subnets } from "./inputs";
import type { RouterRequests } from "./requests";

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
  { inputs, change: { interfaces, ...fields }, recorded, live }: RouterChange,
): Promise<RouterState> {
  const base = recorded.interfaces ?? live.interfaces;
  let state = live;
  for (const item of interfaces ?? [])
    if (!subnets.isFulfilled(item, base) && !subnets.isFulfilled(item, state.interfaces))
      state = await attach(router, item, inputs.routes !== undefined, state);
  // Routes that were removed to attach a subnet are set again.
  const { routes = live.routes } = fields;
  const patch = patchOf(state.routes === live.routes ? fields : { ...fields, routes }, state);
  if (Object.keys(patch).length > 0) state = await router.update(patch, state);
  for (const subnet of interfaces ? subnets.extra(interfaces, base) : [])
    if (subnets.has(state.interfaces, subnet)) state = await router.detach(subnet, state);
  return state;
}

/** The body of the update: only what differs, the gateway and the routes always whole. */
function patchOf(fields: Partial<RouterInputs>, live: RouterState): RouterPatch {
  const { externalGatewayInfo: gateway, ...others } = pendingChanges(properties, live, fields);
  return {
    ...others,
    ...(gateway !== undefined && {
      externalGatewayInfo: gateway && wholeGateway(gateway, live.externalGatewayInfo),
    }),
  };
}

/** Omitted inputs are sent as they are: without `enable_snat` the platform would turn source NAT on. */
function wholeGateway(declared: GatewayInput, live: RouterGatewayOutput | null | undefined): GatewayPatch {
  const { networkId = live?.networkId, enableSnat = live?.enableSnat } = declared;
  if (networkId === undefined) throw ERRORS.noGateway.error();
  return { networkId, ...omitNullish({ enableSnat }) };
}

async function attach(
  router: RouterRequests,
  item: InterfaceInput,
  mayRemoveRoutes: boolean,
  state: RouterState,
): Promise<RouterState> {
  // A subnet is on a router only once: if it has another address, it must be detached first.
  const free = subnets.has(state.interfaces, item)
    ? await detachFromRoutes(router, item, mayRemoveRoutes, state)
    : state;
  return router.attach(item, free);
}

/** What the platform says if it refuses to detach a subnet that routes need. docs/operations.md lists these sentences. */
const NEEDED_BY_ROUTES = sentencesOf([
  "(?:the )?subnet(?: [\\w-]+)? is (?:still )?(?:used|needed|required) by (?:a|the|one or more) routes?(?: to \\S+)?(?: of (?:the )?router(?: [\\w-]+)?)?",
  "router interface for subnet [\\w-]+ on router [\\w-]+ cannot be deleted, as it is required by one or more routes",
  "(?:the )?(?:subnet|interface)(?: [\\w-]+)? cannot be detached(?: from (?:the )?router(?: [\\w-]+)?)?: (?:it is )?(?:used|needed|required) by (?:a|one or more) routes?",
]);

/** Detaches a subnet. If declared routes prevent that, they are removed before, and set again with the update. */
async function detachFromRoutes(
  router: RouterRequests,
  subnet: Attachment,
  mayRemoveRoutes: boolean,
  state: RouterState,
): Promise<RouterState> {
  const { routes } = state;
  try {
    return await router.detach(subnet, state);
  } catch (error) {
    const isAboutRoutes = isRefusal(error) && says(error, NEEDED_BY_ROUTES);
    if (!isAboutRoutes || !mayRemoveRoutes || !routes?.length) throw error;
    const withoutRoutes = await router.removeRoutes(state);
    return router.detach(subnet, withoutRoutes).catch(async (refusal) => {
      // The routes were not the reason.
      if (isRefusal(refusal)) await router.update({ routes }, withoutRoutes);
      throw refusal;
    });
  }
}
