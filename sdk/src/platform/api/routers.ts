import { z } from "zod";
import { snakeCaseKeys } from "../../util/camel";
import type { Call, Send } from "../http/call";
import type { Api } from "./deployment";
import { TextId } from "./ids";
import { type Found, find, listByOffset, OffsetList, type Query } from "./pages";
import { type ChangeResult, parseBody, parseChangeResult } from "./reply";
import { CHANGE_MS, REFRESH_MS, SharedListing } from "./shared-listing";

const Assignment = z.object({ ip_address: z.string().nullish(), subnet_id: z.string() });

const RouterRecord = z.object({
  id: TextId,
  name: z.string().nullish(),
  status: z.string().nullish(),
  region: z.string().nullish(),
  created_at: z.string().nullish(),
  distributed: z.boolean().nullish(),
  routes: z.array(z.object({ destination: z.string(), nexthop: z.string() })).nullish(),
  interfaces: z
    .array(
      z.object({
        port_id: z.string().nullish(),
        network_id: z.string().nullish(),
        mac_address: z.string().nullish(),
        ip_assignments: z.array(Assignment).nullish(),
      }),
    )
    .nullish(),
  external_gateway_info: z
    .object({
      network_id: z.string().nullish(),
      enable_snat: z.boolean().nullish(),
      external_fixed_ips: z.array(Assignment).nullish(),
    })
    .nullish(),
  task_id: z.string().nullish(),
  creator_task_id: z.string().nullish(),
});

/** The platform's record of a router. */
export type RouterRecord = z.infer<typeof RouterRecord>;

export interface Region {
  projectId: number;
  regionId: number;
}

// The bodies of requests have the names of the package, which are the platform's names in camelCase.

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
    return this.change(region, id, { method: "PATCH", path, body: { ...body, ...whole } });
  }

  /** `POST /cloud/v1/routers/{project_id}/{region_id}`. */
  async create(region: Region, body: RouterBody): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, body.name, { method: "POST", path: listPath(region), body });
  }

  /** `DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}`. */
  async delete(region: Region, id: string): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, id, { method: "DELETE", path: itemPath(region, id) });
  }

  /** `POST .../{router_id}/attach`. */
  async attach(region: Region, id: string, body: Attachment): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, id, { method: "POST", path: `${itemPath(region, id)}/attach`, body });
  }

  /** `POST .../{router_id}/detach`. */
  async detach(region: Region, id: string, body: Attachment): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, id, { method: "POST", path: `${itemPath(region, id)}/detach`, body });
  }

  /** `GET .../{router_id}`. If the answer is 404, the list shows whether the router or the operation is missing. */
  find(region: Region, id: string): Promise<Found<RouterRecord>> {
    return this.findOr(region, id, () => this.listAll(region));
  }

  /**
   * Like `find`, for reads of many routers of a region at about the same time, which share a list from the second one on. The
   * list may be a little old or lack fields, so a router whose record in it is not as expected is read alone.
   */
  async findExpected(
    region: Region,
    id: string,
    isExpected: (router: RouterRecord) => boolean,
    purpose: "refresh" | "change",
  ): Promise<Found<RouterRecord>> {
    const listing = this.listing(region);
    const maxAge = purpose === "refresh" ? REFRESH_MS : CHANGE_MS;
    const listed = await listing.find(id.toLowerCase(), maxAge, this.api.send, this.api.signal);
    if (listed === undefined) return this.findOr(region, id, async () => listing.all ?? this.listAll(region));
    const isTrusted = hasLists(listed) && isExpected(listed);
    return isTrusted ? { is: "found", object: listed } : this.find(region, id);
  }

  /** `GET /cloud/v1/routers/{project_id}/{region_id}?name=`; undefined if the deployment does not have the operation. */
  async listByName(region: Region, name: string): Promise<RouterRecord[] | undefined> {
    return withName(name, await this.listWith(region, { name }));
  }

  /**
   * Like `listByName`, for searches of many names at about the same time, which share a list without a filter from the second
   * one on.
   */
  async searchByName(region: Region, name: string): Promise<RouterRecord[] | undefined> {
    const all = await this.listing(region).searchIn(name, this.api.send, this.api.signal);
    return all ? withName(name, all) : this.listByName(region, name);
  }

  /** `GET /cloud/v1/routers/{project_id}/{region_id}`; undefined if the deployment does not have the operation. */
  listAll(region: Region): Promise<RouterRecord[] | undefined> {
    return this.listWith(region, {});
  }

  /** The list that reads of routers share. */
  private listing(region: Region): SharedListing<RouterRecord> {
    const { deployment } = this.api;
    const path = listPath(region);
    const known = deployment.listings.get(path) as SharedListing<RouterRecord> | undefined;
    if (known) return known;
    const newList = () => new OffsetList({ path }, RouterRecord);
    const readPage = async (list: OffsetList<RouterRecord>, send: Send) =>
      (await deployment.list(path, () => list.readPage(send).then(() => true))) ?? false;
    const listing = new SharedListing(newList, readPage, deployment.clock);
    deployment.listings.set(path, listing);
    return listing;
  }

  private findOr(
    region: Region,
    id: string,
    list: () => Promise<RouterRecord[] | undefined>,
  ): Promise<Found<RouterRecord>> {
    const call: Call = { method: "GET", path: itemPath(region, id) };
    const get = async () => parseBody(RouterRecord, call, await this.api.send(call));
    return find(get, list, (router) => router.id.toLowerCase() === id.toLowerCase());
  }

  private listWith(region: Region, query: Query): Promise<RouterRecord[] | undefined> {
    const path = listPath(region);
    return this.api.deployment.list(path, () => listByOffset(this.api.send, { path, query }, RouterRecord));
  }

  /** Sends a change of the router with this id, or the creation of one with this name. */
  private async change(region: Region, key: string, call: Call): Promise<ChangeResult<RouterRecord>> {
    let tasks: string[] = [];
    try {
      const reply = await this.api.send({ ...call, body: snakeCaseKeys(call.body) });
      const result = parseChangeResult(RouterRecord, call, reply);
      tasks = result.tasks;
      return result;
    } finally {
      // Until a poll shows that a task has ended, nobody relies on its change.
      if (tasks.length > 0) this.listing(region).exclude(key.toLowerCase());
      else this.api.deployment.forgetListings();
    }
  }
}

/** Without these fields it is unknown what a router has: nothing and an omission look alike. */
function hasLists({ routes, interfaces, external_gateway_info: gateway }: RouterRecord): boolean {
  return routes !== undefined && interfaces !== undefined && gateway !== undefined;
}

/** A deployment may ignore the filter and return all routers. */
function withName(name: string, routers: RouterRecord[] | undefined): RouterRecord[] | undefined {
  return routers?.filter((router) => router.name === name);
}

function listPath({ projectId, regionId }: Region): string {
  return `/cloud/v1/routers/${projectId}/${regionId}`;
}

function itemPath(region: Region, id: string): string {
  return `${listPath(region)}/${encodeURIComponent(id)}`;
}
