import type { OperationContext } from "../../lifecycle/handler";
import { pendingChanges } from "../../lifecycle/properties";
import { changeLocked, deleteLocked, saveKnown } from "../../lifecycle/steps/change";
import { deleteObject, type Undeleted } from "../../lifecycle/steps/delete";
import { isRefusal, says, sentencesOf } from "../../lifecycle/steps/refusal";
import type { Read } from "../../platform/api/pages";
import { type ChangeResult, isMissing } from "../../platform/api/reply";
import type {
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterState,
} from "../../platform/api/router-outputs";
import { type Order, type Region, type RouterRecord, toState } from "../../platform/api/router-record";
import {
  type Attachment,
  type GatewayPatch,
  type RouterPatch,
  RoutersApi,
  RoutersReader,
} from "../../platform/api/routers";
import { canonicalJson, omitNullish } from "../../util/json";
import { ERRORS } from "./errors";
import { type GatewayInput, properties, type RouterInputs, subnets } from "./inputs";

export function missingRouter(id: string, { projectId, regionId }: Region): Error {
  return ERRORS.missing.error({ id, projectId, regionId });
}

/** The requests of one operation to one router. Each change returns the expected state. */
export class RouterRequests {
  private readonly api: RoutersApi;

  constructor(
    private readonly region: Region,
    private readonly id: string,
    readonly context: OperationContext,
  ) {
    this.api = new RoutersApi(context.api);
  }

  find(): Promise<Read<RouterRecord>> {
    return new RoutersReader(this.context.api).find(this.region, this.id);
  }

  async read(order: Order): Promise<Read<RouterState>> {
    return this.toState(await this.find(), order);
  }

  /** Like `read`, with few requests if many routers are read and are as recorded. */
  async refresh(recorded: RouterState): Promise<Read<RouterState>> {
    const text = canonicalJson(recorded);
    const isRecorded = (router: RouterRecord) =>
      canonicalJson(toState(this.region, router, recorded)) === text;
    const reader = new RoutersReader({ copies: "recorded", ...this.context.api });
    return this.toState(await reader.find(this.region, this.id, isRecorded), recorded);
  }

  /** Updates the router. Returns the expected state, for a deployment that cannot read routers. */
  async update(patch: RouterPatch, state: RouterState): Promise<RouterState> {
    const names = Object.keys(patch);
    await this.patch(patch, state);
    const { externalGatewayInfo: gateway, ...others } = patch;
    const next = {
      ...state,
      ...others,
      ...(gateway !== undefined && { externalGatewayInfo: gateway && { enableSnat: true, ...gateway } }),
    };
    this.save(next, names);
    return next;
  }

  /** Removes the routes on the way. They stay uncertain until they are set again. */
  async removeRoutes(state: RouterState): Promise<RouterState> {
    await this.patch({ routes: [] }, state);
    return { ...state, routes: [] };
  }

  attach(subnet: Attachment, state: RouterState): Promise<RouterState> {
    return this.changeSubnet("attach", subnet, state, [...(state.interfaces ?? []), omitNullish(subnet)]);
  }

  detach({ subnetId }: Attachment, state: RouterState): Promise<RouterState> {
    return this.changeSubnet("detach", { subnetId }, state, subnets.extra([{ subnetId }], state.interfaces));
  }

  /** Undefined if the router is deleted. */
  delete(): Promise<Undeleted<RouterRecord> | undefined> {
    const send = () => this.api.delete(this.region, this.id);
    const deletion = () => deleteLocked({ send, blockingTask: this.blockingTask }, this.context);
    return deleteObject(deletion, () => this.find());
  }

  /** Saves what is known of the router now. */
  save(known: RouterState, certain: string[] = []): void {
    saveKnown(this.context, { id: this.id, known }, certain);
  }

  /** Waits for the task that changes the router now, if there is one. */
  async awaitBlockingTask(): Promise<void> {
    const task = await this.blockingTask();
    if (task) await this.context.awaitForeignTask(task);
  }

  readonly missing = () => missingRouter(this.id, this.region);

  /** Returns the state with these interfaces. */
  private async changeSubnet(
    which: "attach" | "detach",
    body: Attachment,
    state: RouterState,
    interfaces: RouterInterfaceOutput[],
  ): Promise<RouterState> {
    this.context.status(`${which}ing subnet ${body.subnetId}`);
    try {
      await this.change(() => this.api[which](this.region, this.id, body), state, ["interfaces"]);
    } catch (error) {
      if (!isMissing(error) || (await this.find()) !== "unreadable") throw error;
      throw ERRORS.cannotAttach.error({ which, refused: error });
    }
    const next = { ...state, interfaces };
    this.save(next, ["interfaces"]);
    return next;
  }

  private async patch(patch: RouterPatch, state: RouterState): Promise<void> {
    const names = Object.keys(patch);
    this.context.status(`updating ${names.join(", ")}`);
    await this.change(() => this.api.update(this.region, this.id, patch), state, names);
  }

  private toState(found: Read<RouterRecord>, order: Order): Read<RouterState> {
    return typeof found === "string" ? found : toState(this.region, found, order);
  }

  private change(
    send: () => Promise<ChangeResult<unknown>>,
    known: RouterState,
    uncertain: string[],
  ): Promise<void> {
    return changeLocked(
      { send, blockingTask: this.blockingTask },
      { id: this.id, known, uncertain },
      this.context,
    );
  }

  /** The task that changes the router now. */
  private readonly blockingTask = async () => {
    const found = await this.find();
    return typeof found === "string" ? undefined : (found.taskId ?? undefined);
  };
}

/** A change of a router: the inputs, the part of them to send, the recorded state, and the router as it is now. */
interface RouterChange {
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
  for (const item of interfaces ?? []) {
    if (subnets.isFulfilled(item, base) || subnets.isFulfilled(item, state.interfaces)) continue;
    // A subnet is on a router only once: if it has another address, it must be detached first.
    if (subnets.has(state.interfaces, item))
      state = await detachFromRoutes(router, item, inputs.routes !== undefined, state);
    state = await router.attach(item, state);
  }
  // Routes that were removed to attach a subnet are set again.
  const { routes = live.routes } = fields;
  const patch = patchOf(state.routes === live.routes ? fields : { ...fields, routes }, state);
  if (Object.keys(patch).length > 0) state = await router.update(patch, state);
  for (const subnet of interfaces ? subnets.extra(interfaces, base) : [])
    if (subnets.has(state.interfaces, subnet)) state = await router.detach(subnet, state);
  return state;
}

/** The body of the update: only what differs, the gateway and the routes always whole. */
export function patchOf({ interfaces: _, ...fields }: Partial<RouterInputs>, live: RouterState): RouterPatch {
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
