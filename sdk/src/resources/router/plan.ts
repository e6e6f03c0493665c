import { changesToSend } from "../../operation/properties";
import { refuses, sentencesOf } from "../../operation/refusal";
import type { Change, Missing, Wish } from "../../operation/resource";
import type { ChangeResult } from "../../platform/api/reply";
import type { RouterGatewayOutput, RouterRouteOutput, RouterState } from "../../platform/api/router-outputs";
import { plainFields, type RouterRecord } from "../../platform/api/router-record";
import {
  type Attachment,
  deleteRouter,
  type GatewayPatch,
  moveSubnet,
  type RouterPatch,
  updateRouter,
} from "../../platform/api/routers";
import { isMissing } from "../../platform/evidence/answers";
import { summaryOf } from "../../platform/http/error";
import { omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import { type GatewayInput, properties, type RouterInputs, routes, subnets } from "./inputs";

// The steps of a router: each function says what a request is, and what the router is expected to be then.

/**
 * From a router to the declared one: attaches new subnets, moves others to another address, updates, and detaches old subnets. The next
 * hop of a route must be in an attached subnet, and not the router itself.
 */
export function change(
  seen: RouterState | Missing,
  { inputs, change: asked, recorded }: Wish<RouterInputs, RouterState>,
): Change<RouterState>[] {
  const { interfaces, ...fields } = asked;
  const isAdopted = inputs.routerId !== undefined;
  if (seen === "gone") throw (isAdopted ? ERRORS.nothingToAdopt : ERRORS.missing).error(recorded);
  const live = seen === "unreadable" ? recorded : seen;
  const { interfaces: attached = [] } = live;
  const wanted = interfaces?.filter((item) => !subnets.isFulfilled(item, attached)) ?? [];
  const moved = wanted.filter((item) => subnets.has(attached, item));
  const added = wanted.filter((item) => !moved.includes(item));
  const patch = patchOf(fields, live, recorded);
  const old = interfaces ? subnets.extra(interfaces, attached) : [];
  // The update may have removed those of the state only just now.
  const others = [...(inputs.routes ?? []), ...((patch.routes && recorded.routes) ?? [])];
  return [
    ...added.map((item) => attach(live, item)),
    // A subnet is on a router only once: if it has another address, it must be detached first.
    ...moved.flatMap((item) => [detachUnneeded(live, item), attach(live, item)]),
    ...(Object.keys(patch).length > 0 ? [update(live, patch)] : []),
    ...old.map((item) => detachUnneeded(live, item, others)),
  ];
}

/** The body of the update: the gateway always whole. */
function patchOf(fields: Partial<RouterInputs>, live: RouterState, recorded: RouterState): RouterPatch {
  const {
    externalGatewayInfo: gateway,
    routes: reached,
    ...changed
  } = changesToSend(properties, { live, recorded }, fields);
  return {
    ...plainFields(changed),
    ...(reached && { routes: reached }),
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

function update(router: RouterState, patch: RouterPatch): Change<RouterState> {
  const names = Object.keys(patch);
  const { externalGatewayInfo: gateway, ...others } = patch;
  return {
    does: `updating ${names.join(", ")}`,
    locks: true,
    send: async (api) => accepted(await updateRouter(api, router, router.routerId, patch)),
    sets: () => ({
      ...others,
      ...(gateway !== undefined && { externalGatewayInfo: gateway && { enableSnat: true, ...gateway } }),
    }),
  };
}

function attach(router: RouterState, subnet: Attachment): Change<RouterState> {
  return {
    ...moving("attach", router, subnet),
    sets: ({ interfaces = [] }) => ({ interfaces: [...interfaces, omitNullish(subnet)] }),
  };
}

function detach(router: RouterState, { subnetId }: Attachment): Change<RouterState> {
  return {
    ...moving("detach", router, { subnetId }),
    sets: ({ interfaces }) => ({ interfaces: subnets.extra([{ subnetId }], interfaces) }),
  };
}

/** The platform attaches and detaches a subnet at once, without a task. */
function moving(which: "attach" | "detach", router: RouterState, subnet: Attachment): Change<RouterState> {
  return {
    does: `${which}ing subnet ${subnet.subnetId}`,
    locks: true,
    send: async (api) => (await moveSubnet(api, which, router, router.routerId, omitNullish(subnet))).tasks,
    settle: (failure) =>
      isMissing(failure) &&
      ((seen) => {
        if (seen === "unreadable") throw ERRORS.cannotAttach.error({ which, summary: failure.summary });
        // Somebody else has detached it just before.
        const isDone = which === "detach" && seen !== "gone" && !subnets.has(seen.interfaces, subnet);
        return isDone ? [] : undefined;
      }),
  };
}

/** The router is read once all steps are done, so a reply that shows the router adds nothing. */
function accepted({ tasks, hasNoBody }: ChangeResult<RouterRecord>) {
  return hasNoBody ? undefined : tasks;
}

const ROUTER = "(?:the )?router(?: [\\w-]+)?";

/** What the platform says if it does not delete a router that has subnets or routes. */
const HAS_ATTACHMENTS = sentencesOf([
  `${ROUTER} (?:still )?has (?:attached |active |internal )?(?:subnets|interfaces|ports|routes)`,
  `${ROUTER} is (?:still )?in use by (?:attached )?(?:subnets|interfaces|ports|routes)`,
  `(?:subnets|interfaces|ports) are (?:still )?attached to ${ROUTER}`,
  `detach (?:all |the )?(?:subnets|interfaces)(?: (?:of|from) ${ROUTER})? (?:first|before it is deleted|before deleting it)`,
]);

/** Some deployments do not delete a router that still has subnets: then its routes and subnets are removed first. */
export function removal(state: RouterState): Change<RouterState>[] {
  const step = deletion(state);
  return [
    {
      ...step,
      settle: (failure) => (refuses(failure, HAS_ATTACHMENTS) ? emptied : step.settle?.(failure)),
    },
  ];
}

function deletion(state: RouterState): Change<RouterState> {
  const { routerId: id } = state;
  return {
    locks: true,
    send: async (api) => accepted(await deleteRouter(api, state, id)),
    settle: (failure) =>
      isMissing(failure) &&
      (() => {
        throw ERRORS.cannotDelete.error({ id, summary: failure.summary });
      }),
  };
}

/** A deletion after the routes and the subnets of the router are removed; undefined if it has none. */
function emptied(seen: RouterState | Missing): Change<RouterState>[] | undefined {
  if (typeof seen === "string") return undefined;
  const { routes: all = [], interfaces = [] } = seen;
  const steps = [
    ...(all.length > 0
      ? [{ ...update(seen, { routes: [] }), does: `removing ${all.map(textOf).join(", ")}` }]
      : []),
    ...interfaces.map((subnet) => detach(seen, subnet)),
  ];
  return steps.length > 0 ? [...steps, deletion(seen)] : undefined;
}

/** What the platform says if it refuses to detach a subnet that routes need. */
const NEEDED_BY_ROUTES = sentencesOf([
  "(?:the )?subnet(?: [\\w-]+)? is (?:still )?(?:used|needed|required) by (?:a|the|one or more) routes?(?: to \\S+)?(?: of (?:the )?router(?: [\\w-]+)?)?",
  "router interface for subnet [\\w-]+ on router [\\w-]+ cannot be deleted, as it is required by one or more routes",
  "(?:the )?(?:subnet|interface)(?: [\\w-]+)? cannot be detached(?: from (?:the )?router(?: [\\w-]+)?)?: (?:it is )?(?:used|needed|required) by (?:a|one or more) routes?",
]);

/** Routes are not removed for it, so the error names those that may prevent that the subnet is detached. */
function detachUnneeded(
  router: RouterState,
  subnet: Attachment,
  /** Routes that do not need the subnet. */
  others: RouterRouteOutput[] = [],
): Change<RouterState> {
  const step = detach(router, subnet);
  return {
    ...step,
    settle(failure) {
      if (!refuses(failure, NEEDED_BY_ROUTES)) return step.settle?.(failure);
      return (seen) => {
        const { routes: all } = typeof seen === "string" ? router : seen;
        const needing = routes.extra(others, all).map(textOf).join(", ");
        if (needing === "") return undefined;
        throw ERRORS.subnetNeeded.error({ ...subnet, routes: needing, refusal: summaryOf(failure) });
      };
    },
  };
}

function textOf({ destination, nexthop }: RouterRouteOutput): string {
  return `the route to ${destination} via ${nexthop}`;
}
