import { SERVERS } from "../../errors/servers";
import { snakeCaseKeys } from "../../util/camel";
import { omitNullish } from "../../util/json";
import { namingParent } from "../evidence/answers";
import type { Evidence } from "../evidence/evidence";
import type { Call } from "../http/call";
import { PlatformError } from "../http/error";
import { getParsed } from "../http/parse-body";
import type { Api, Reader } from "./api";
import { find, type LeaveOut, type Listed, listOptional, listRecords, type Read } from "./pages";
import { type ChangeResult, parseChangeResult } from "./reply";
import type { PlainFields } from "./router-outputs";
import { type Region, RouterRecord } from "./router-record";
import { SharedList } from "./shared-list";

/** An external gateway, always whole. */
export interface GatewayPatch {
  networkId: string;
  enableSnat?: boolean;
}

/** Body of `PATCH /cloud/v2/routers/...`: an absent field is left unchanged. */
export interface RouterPatch extends PlainFields {
  externalGatewayInfo?: GatewayPatch | null;
  routes?: Array<{ destination: string; nexthop: string }>;
}

/** Body of `POST /cloud/v1/routers/...`. */
export interface RouterBody extends Omit<RouterPatch, "externalGatewayInfo"> {
  externalGatewayInfo?: { type: "manual" | "default"; networkId?: string; enableSnat?: boolean };
  interfaces?: Array<{ type: "subnet"; subnetId: string }>;
}

export interface Attachment {
  subnetId: string;
  ipAddress?: string | undefined;
}

/** Reads routers, with the operations that most deployments have under `/cloud/v1/routers`. */
export class RoutersReader {
  constructor(private readonly reader: Reader) {}

  /**
   * `GET .../{router_id}`. If the answer is 404, the list shows whether the router or the operation is missing.
   *
   * A refresh of many routers shares a list from the second one on, and so does a command that changes nothing. The list may be
   * a little old or lack fields, so a refresh reads a router alone whose record in the list is not as recorded.
   *
   * @param isRecorded Only of a router that was read before.
   */
  async find(
    region: Region,
    id: string,
    isRecorded?: (router: RouterRecord) => boolean,
  ): Promise<Read<RouterRecord>> {
    const { copies } = this.reader;
    const isUsable = copies === "any" ? () => true : copies && isRecorded;
    const shared = isUsable && (await this.shared(region));
    // A router that is changed meanwhile may be in the list twice.
    const listed = shared?.filter((router) => isSameId(router.id, id)) ?? [];
    const [object] = listed;
    if (object && listed.every((router) => isWhole(router) && isUsable?.(router))) return object;
    const list = async () => (object ? undefined : shared) ?? this.list(region);
    return this.findOr(region, id, list, isRecorded !== undefined);
  }

  /**
   * `GET /cloud/v1/routers/{project_id}/{region_id}?name=`, without a name all; undefined if the deployment does not have the
   * operation. A deployment may ignore the filter.
   */
  async list(
    region: Region,
    name?: string,
    leaveOut?: LeaveOut,
  ): Promise<Listed<RouterRecord>[] | undefined> {
    const list = { path: listPath(region), query: omitNullish({ name }) };
    const routers = await listOptional(this.reader, list, RouterRecord, { leaveOut, parent: PARENT });
    return name === undefined ? routers : routers?.filter((router) => router.name === name);
  }

  /**
   * Like `list`, with all fields: a router whose record in the list lacks some is read alone. A router that cannot be read whole
   * does not prevent the others, and is left out.
   */
  async listWhole(region: Region, leaveOut: LeaveOut, name?: string): Promise<RouterRecord[] | undefined> {
    const listed = await this.list(region, name, leaveOut);
    const whole = async (router: Listed<RouterRecord>): Promise<RouterRecord[]> => {
      if (isWhole(router)) return [router];
      try {
        const found = await this.findOr(region, router.id, async () => listed);
        return [typeof found === "string" ? router : found];
      } catch (error) {
        if (!(error instanceof PlatformError) || error.code !== SERVERS.unreadable.code) throw error;
        leaveOut({ id: router.id, reason: error.reason });
        return [];
      }
    };
    return listed && (await Promise.all(listed.map(whole))).flat();
  }

  /** The list that refreshes share; undefined if the router must be read alone. */
  private shared(region: Region): Promise<Listed<RouterRecord>[] | undefined> {
    const { get, signal } = this.reader;
    const path = listPath(region);
    const list = (end: AbortSignal) => listRecords(get, { path, signal: end }, RouterRecord);
    return sharedList(this.reader, region).read(list, signal);
  }

  private findOr(
    region: Region,
    id: string,
    list: () => Promise<Listed<RouterRecord>[] | undefined>,
    wasRead = false,
  ): Promise<Read<RouterRecord>> {
    const path = itemPath(region, id);
    const read = () => getParsed(this.reader.get, { path }, RouterRecord);
    return find(path, read, list, (router) => isSameId(router.id, id), wasRead);
  }
}

/**
 * Changes routers: the documented `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`, and the operations that
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
    const call: Call = { method: "POST", path: listPath(region), body };
    return this.change(region, call).catch(namingParent(`${PARENT}, and the networks and subnets`));
  }

  /** `DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}`. */
  async delete(region: Region, id: string): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { method: "DELETE", path: itemPath(region, id) });
  }

  /** `POST .../{router_id}/attach`. */
  async attach(region: Region, id: string, body: Attachment): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { method: "POST", path: `${itemPath(region, id)}/attach`, body });
  }

  /** `POST .../{router_id}/detach`. */
  async detach(region: Region, id: string, body: Attachment): Promise<ChangeResult<RouterRecord>> {
    return this.change(region, { method: "POST", path: `${itemPath(region, id)}/detach`, body });
  }

  private async change(region: Region, call: Call): Promise<ChangeResult<RouterRecord>> {
    sharedList(this.api, region).stop();
    const reply = await this.api.send({ ...call, body: snakeCaseKeys(call.body) });
    return parseChangeResult(RouterRecord, call, reply);
  }
}

/** The lists that reads share, for each account by their paths. */
const sharedLists = new WeakMap<Evidence, Map<string, SharedList<Listed<RouterRecord>>>>();

function sharedList({ evidence }: Reader, region: Region): SharedList<Listed<RouterRecord>> {
  const lists = sharedLists.get(evidence) ?? new Map<string, SharedList<Listed<RouterRecord>>>();
  sharedLists.set(evidence, lists);
  const path = listPath(region);
  const list = lists.get(path) ?? new SharedList<Listed<RouterRecord>>(evidence.clock);
  lists.set(path, list);
  return list;
}

/** Whether a record of a list has all fields. Without its lists it is unknown what a router has: nothing and an omission look alike. */
export function isWhole({
  unreadable,
  routes,
  interfaces,
  externalGatewayInfo,
}: Listed<RouterRecord>): boolean {
  const lists = [routes, interfaces, externalGatewayInfo];
  return !unreadable && lists.every((value) => value !== undefined);
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The inputs that name what contains a router. */
const PARENT = "projectId and regionId";

function listPath({ projectId, regionId }: Region): string {
  return `/cloud/v1/routers/${projectId}/${regionId}`;
}

function itemPath(region: Region, id: string): string {
  return `${listPath(region)}/${encodeURIComponent(id)}`;
}
