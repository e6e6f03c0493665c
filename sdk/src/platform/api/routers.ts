import { z } from "zod";
import { snakeCaseKeys } from "../../util/camel";
import { canonicalIp, parseNetwork } from "../../util/ip";
import { omitNullish } from "../../util/json";
import type { Call } from "../http/call";
import type { Api, Deployment } from "./deployment";
import { find, listByOffset, type Read, recordsByOffset } from "./pages";
import { type ChangeResult, CLOUD_POST, get, parseChangeResult, platformRecord, TextId } from "./reply";
import type {
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "./router-outputs";
import { SharedList } from "./shared-list";

const Assignment = z.object({ subnetId: z.string(), ipAddress: z.string().nullish() });

const RouterRecord = platformRecord({
  id: TextId,
  name: z.string().nullish(),
  status: z.string().nullish(),
  region: z.string().nullish(),
  createdAt: z.string().nullish(),
  distributed: z.boolean().nullish(),
  routes: z.array(z.object({ destination: z.string(), nexthop: z.string() })).nullish(),
  interfaces: z
    .array(
      z.object({
        portId: z.string().nullish(),
        networkId: z.string().nullish(),
        macAddress: z.string().nullish(),
        ipAssignments: z.array(Assignment).nullish(),
      }),
    )
    .nullish(),
  externalGatewayInfo: z
    .object({
      networkId: z.string().nullish(),
      enableSnat: z.boolean().nullish(),
      externalFixedIps: z.array(Assignment).nullish(),
    })
    .nullish(),
  taskId: z.string().nullish(),
  creatorTaskId: z.string().nullish(),
});

/** The platform's record of a router. */
export type RouterRecord = z.infer<typeof RouterRecord>;

export interface Region {
  projectId: number;
  regionId: number;
}

/** An external gateway, always whole. */
export interface GatewayPatch {
  networkId: string;
  enableSnat?: boolean;
}

/** Body of `PATCH /cloud/v2/routers/...`: an absent field is left unchanged. */
export interface RouterPatch {
  name?: string;
  externalGatewayInfo?: GatewayPatch | null;
  routes?: Array<{ destination: string; nexthop: string }>;
}

/** Body of `POST /cloud/v1/routers/...`. */
export interface RouterBody extends Omit<RouterPatch, "externalGatewayInfo"> {
  name: string;
  externalGatewayInfo?: { type: "manual" | "default"; networkId?: string; enableSnat?: boolean };
  interfaces?: Array<{ type: "subnet"; subnetId: string }>;
}

export interface Attachment {
  subnetId: string;
  ipAddress?: string | undefined;
}

/**
 * Routers: the documented `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`, and the operations that
 * most deployments also have under `/cloud/v1/routers`.
 */
export class RoutersApi {
  constructor(private readonly api: Api) {}

  /** `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`. */
  async update(region: Region, id: string, body: RouterPatch): Promise<ChangeResult<RouterRecord>> {
    const path = `/cloud/v2/routers/${region.projectId}/${region.regionId}/${encodeURIComponent(id)}`;
    const { externalGatewayInfo: gateway } = body;
    // Only a creation lets the platform choose the network.
    const whole = gateway && { externalGatewayInfo: { type: "manual", ...gateway } };
    return this.change(region, { method: "PATCH", path, body: { ...body, ...whole } });
  }

  /** `POST /cloud/v1/routers/{project_id}/{region_id}`. */
  async create(region: Region, body: RouterBody): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { ...CLOUD_POST, path: listPath(region), body });
  }

  /** `DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}`. */
  async delete(region: Region, id: string): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { method: "DELETE", path: itemPath(region, id) });
  }

  /** `POST .../{router_id}/attach`. */
  async attach(region: Region, id: string, body: Attachment): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { ...CLOUD_POST, path: `${itemPath(region, id)}/attach`, body });
  }

  /** `POST .../{router_id}/detach`. */
  async detach(region: Region, id: string, body: Attachment): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { ...CLOUD_POST, path: `${itemPath(region, id)}/detach`, body });
  }

  /**
   * `GET .../{router_id}`. If the answer is 404, the list shows whether the router or the operation is missing.
   *
   * A refresh of many routers shares a list from the second one on, and so does a command that changes nothing. The list may be
   * a little old or lack fields, so a refresh reads a router alone whose record in the list is not as recorded.
   */
  async find(
    region: Region,
    id: string,
    isRecorded?: (router: RouterRecord) => boolean,
  ): Promise<Read<RouterRecord>> {
    const isUsable = this.api.isReadOnly ? () => true : isRecorded;
    const shared = isUsable && (await this.shared(region));
    // A router that is changed meanwhile may be in the list twice.
    const listed = shared?.filter((router) => isSameId(router.id, id)) ?? [];
    const [object] = listed;
    if (object && listed.every((router) => hasLists(router) && isUsable?.(router))) return object;
    return this.findOr(region, id, async () => (object ? undefined : shared) ?? this.list(region));
  }

  /**
   * `GET /cloud/v1/routers/{project_id}/{region_id}?name=`, without a name all; undefined if the deployment does not have the
   * operation. A deployment may ignore the filter.
   */
  async list(region: Region, name?: string): Promise<RouterRecord[] | undefined> {
    const call = { path: listPath(region), query: omitNullish({ name }) };
    const list = () => listByOffset(this.api.send, call, RouterRecord);
    const routers = await this.api.deployment.list(call.path, list);
    return name === undefined ? routers : routers?.filter((router) => router.name === name);
  }

  /** Like `list`, with all fields: a router whose record in the list lacks some is read alone. */
  async listWhole(region: Region): Promise<RouterRecord[] | undefined> {
    const listed = await this.list(region);
    const whole = async (router: RouterRecord): Promise<RouterRecord> => {
      const found = hasLists(router) ? router : await this.findOr(region, router.id, async () => listed);
      return typeof found === "string" ? router : found;
    };
    return listed && Promise.all(listed.map(whole));
  }

  /** The list that refreshes share; undefined if the router must be read alone. */
  private shared(region: Region): Promise<RouterRecord[] | undefined> {
    const { send, signal, deployment } = this.api;
    const path = listPath(region);
    const list = (end: AbortSignal) =>
      deployment.list(path, () =>
        recordsByOffset((call) => send({ ...call, signal: end }), { path }, RouterRecord),
      );
    return this.sharedList(region).read(list, signal);
  }

  private sharedList(region: Region): SharedList<RouterRecord> {
    const { deployment } = this.api;
    const lists = sharedLists.get(deployment) ?? new Map<string, SharedList<RouterRecord>>();
    sharedLists.set(deployment, lists);
    const path = listPath(region);
    const list = lists.get(path) ?? new SharedList<RouterRecord>(deployment.clock);
    lists.set(path, list);
    return list;
  }

  private findOr(
    region: Region,
    id: string,
    list: () => Promise<RouterRecord[] | undefined>,
  ): Promise<Read<RouterRecord>> {
    const read = () => get(this.api.send, { path: itemPath(region, id) }, RouterRecord);
    return find(read, list, (router) => isSameId(router.id, id));
  }

  private async change(region: Region, call: Call): Promise<ChangeResult<RouterRecord>> {
    this.sharedList(region).stop();
    const reply = await this.api.send({ ...call, body: snakeCaseKeys(call.body) });
    return parseChangeResult(RouterRecord, call, reply);
  }
}

/** The lists that refreshes share, for each account by their paths. */
const sharedLists = new WeakMap<Deployment, Map<string, SharedList<RouterRecord>>>();

/** Without these fields it is unknown what a router has: nothing and an omission look alike. */
function hasLists({ routes, interfaces, externalGatewayInfo }: RouterRecord): boolean {
  return routes !== undefined && interfaces !== undefined && externalGatewayInfo !== undefined;
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function listPath({ projectId, regionId }: Region): string {
  return `/cloud/v1/routers/${projectId}/${regionId}`;
}

function itemPath(region: Region, id: string): string {
  return `${listPath(region)}/${encodeURIComponent(id)}`;
}

/** The platform's lists have no order. They are sorted like these lists, so that the order causes no difference. */
export interface Order {
  routes?: RouterRouteOutput[] | undefined;
  interfaces?: Array<Pick<RouterInterfaceOutput, "subnetId">> | undefined;
}

/** The platform's record as state. `updated_at` and `task_id` are left out, because they change without a user's action. */
export function stateOf({ projectId, regionId }: Region, record: RouterRecord, order: Order): RouterState {
  const { id: routerId, name, status, region, createdAt, distributed } = record;
  return {
    projectId,
    regionId,
    routerId,
    ...omitNullish({ name, status, region, createdAt, distributed }),
    routes: inOrder(record.routes ?? [], order.routes, routeKey),
    interfaces: inOrder(interfacesOf(record), order.interfaces, subnetKey),
    externalGatewayInfo: gatewayOf(record),
  };
}

function interfacesOf({ interfaces }: RouterRecord): RouterInterfaceOutput[] {
  return (interfaces ?? []).flatMap(({ ipAssignments, ...port }) =>
    (ipAssignments ?? []).map((assignment) => omitNullish({ ...assignment, ...port })),
  );
}

function gatewayOf({ externalGatewayInfo: gateway }: RouterRecord): RouterGatewayOutput | null {
  if (gateway?.networkId == null) return null;
  const { networkId, enableSnat, externalFixedIps } = gateway;
  return {
    networkId,
    enableSnat: enableSnat ?? true,
    externalFixedIps: (externalFixedIps ?? []).map((assignment) => omitNullish(assignment)),
  };
}

function inOrder<T extends K, K>(list: T[], order: K[] | undefined, key: (item: K) => string): T[] {
  const rank = new Map(order?.map((item, index) => [key(item), index]));
  const rankOf = (item: T) => rank.get(key(item)) ?? rank.size;
  return [...list].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Equal for the same route in different notations. */
export function routeKey({ destination, nexthop }: RouterRouteOutput): string {
  return `${parseNetwork(destination)?.canonical ?? destination} ${canonicalIp(nexthop)}`;
}

/** Equal for all entries of one subnet. */
export function subnetKey({ subnetId }: Pick<RouterInterfaceOutput, "subnetId">): string {
  return subnetId.toLowerCase();
}
