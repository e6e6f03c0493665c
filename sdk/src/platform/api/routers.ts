import { SERVERS } from "../../errors/servers";
import { snakeCaseKeys } from "../../util/camel";
import { omitNullish } from "../../util/json";
import { namingParent } from "../evidence/answers";
import type { Evidence } from "../evidence/evidence";
import type { Call } from "../http/call";
import { PlatformError } from "../http/error";
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

// The documented `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`, and the operations that most deployments also have
// under `/cloud/v1/routers`.

/**
 * `GET .../{router_id}`. If the answer is 404, the list shows whether the router or the operation is missing.
 *
 * A refresh of many routers shares a list from the second one on, and so does a preview. The list may be
 * a little old or lack fields, so a refresh reads a router alone whose record in the list is not as recorded.
 *
 * @param isRecorded Only of a router that was read before.
 */
export async function findRouter(
  reader: Reader,
  region: Region,
  id: string,
  isRecorded?: (router: RouterRecord) => boolean,
): Promise<Read<RouterRecord>> {
  const { copies } = reader;
  const isUsable = copies === "any" ? () => true : copies && isRecorded;
  const path = listPath(region);
  const share = (end: AbortSignal) => listRecords(reader.get, { path, signal: end }, RouterRecord);
  const shared = isUsable && (await sharedList(reader, region).read(share, reader.signal));
  // A router that is changed meanwhile may be in the list twice.
  const listed = shared?.filter((router) => isSameId(router.id, id)) ?? [];
  const [object] = listed;
  if (object && listed.every((router) => isWhole(router) && isUsable?.(router))) return object;
  const list = async () => (object ? undefined : shared) ?? listRouters(reader, region);
  return findOr(reader, region, id, list, isRecorded !== undefined);
}

/**
 * `GET /cloud/v1/routers/{project_id}/{region_id}?name=`, without a name all; undefined if the deployment does not have the
 * operation. A deployment may ignore the filter.
 */
export async function listRouters(
  reader: Reader,
  region: Region,
  name?: string,
): Promise<Listed<RouterRecord>[] | undefined> {
  const list = { path: listPath(region), query: omitNullish({ name }) };
  const routers = await listOptional(reader, list, RouterRecord, { parent: PARENT });
  return name === undefined ? routers : routers?.filter((router) => router.name === name);
}

/**
 * Like `listRouters`, with all fields: a router whose record in the list lacks some is read alone. A router that cannot be read whole
 * does not prevent the others, and is left out.
 */
export async function listWholeRouters(
  reader: Reader,
  region: Region,
  leaveOut: LeaveOut,
  name?: string,
): Promise<RouterRecord[] | undefined> {
  const listed = await listRouters(reader, region, name);
  const whole = async (router: Listed<RouterRecord>): Promise<RouterRecord[]> => {
    if (isWhole(router)) return [router];
    try {
      const found = await findOr(reader, region, router.id, async () => listed);
      return [typeof found === "string" ? router : found];
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== SERVERS.unreadable.code) throw error;
      leaveOut({ id: router.id, reason: error.reason });
      return [];
    }
  };
  return listed && (await Promise.all(listed.map(whole))).flat();
}

function findOr(
  reader: Reader,
  region: Region,
  id: string,
  list: () => Promise<Listed<RouterRecord>[] | undefined>,
  wasRead = false,
): Promise<Read<RouterRecord>> {
  const isIt = (router: RouterRecord) => isSameId(router.id, id);
  return find(reader, itemPath(region, id), RouterRecord, list, isIt, wasRead);
}

/** `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`. */
export function updateRouter(api: Api, region: Region, id: string, body: RouterPatch) {
  const path = `/cloud/v2/routers/${region.projectId}/${region.regionId}/${encodeURIComponent(id)}`;
  const { externalGatewayInfo: gateway } = body;
  // Only a creation lets the platform choose the network.
  const whole = gateway && { externalGatewayInfo: { type: "manual", ...gateway } };
  return change(api, region, { method: "PATCH", path, body: { ...body, ...whole } });
}

/** `POST /cloud/v1/routers/{project_id}/{region_id}`. */
export function createRouter(api: Api, region: Region, body: RouterBody) {
  const call: Call = { method: "POST", path: listPath(region), body };
  return change(api, region, call).catch(namingParent(`${PARENT}, and the networks and subnets`));
}

/** `DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}`. */
export function deleteRouter(api: Api, region: Region, id: string) {
  return change(api, region, { method: "DELETE", path: itemPath(region, id) });
}

/** `POST .../{router_id}/attach`, or `detach`. */
export function moveSubnet(
  api: Api,
  which: "attach" | "detach",
  region: Region,
  id: string,
  body: Attachment,
) {
  return change(api, region, { method: "POST", path: `${itemPath(region, id)}/${which}`, body });
}

async function change(api: Api, region: Region, call: Call): Promise<ChangeResult<RouterRecord>> {
  sharedList(api, region).stop();
  const reply = await api.send({ ...call, body: snakeCaseKeys(call.body) });
  return parseChangeResult(RouterRecord, call, reply);
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
