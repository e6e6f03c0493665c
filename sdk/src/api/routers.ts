import { z } from "zod";
import type { Call, Send } from "../http/call";
import { isMissing, read, readStarted, type Started } from "./reply";

const Assignment = z.object({ ip_address: z.string().nullish(), subnet_id: z.string() });

const RouterRecord = z.object({
  id: z.string().min(1),
  name: z.string(),
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
      network_id: z.string(),
      enable_snat: z.boolean().nullish(),
      external_fixed_ips: z.array(Assignment).nullish(),
    })
    .nullish(),
  task_id: z.string().nullish(),
  creator_task_id: z.string().nullish(),
});

/** The platform's record of a router. */
export type RouterRecord = z.infer<typeof RouterRecord>;

const RouterPage = z.object({ count: z.number().nullish(), results: z.array(RouterRecord) });

export interface Region {
  projectId: number;
  regionId: number;
}

export interface GatewayBody {
  type: "manual" | "default";
  network_id?: string;
  enable_snat?: boolean;
}

/** Body of `PATCH /cloud/v2/routers/...`: each field changes one aspect. */
export interface RouterPatch {
  name?: string;
  external_gateway_info?: GatewayBody | null;
  routes?: Array<{ destination: string; nexthop: string }>;
}

export interface RouterBody extends RouterPatch {
  name: string;
  interfaces?: Array<{ subnet_id: string; type: "subnet" }>;
}

export interface Attachment {
  subnet_id: string;
  ip_address?: string;
}

/** What looking for a router can tell. `unreadable`: this deployment has no operation to look with. */
export type Found = { is: "found"; router: RouterRecord } | { is: "gone" } | { is: "unreadable" };

const PAGE = 1000;

/**
 * Routers: the documented `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`, and the operations that
 * most deployments have beside it below `/cloud/v1/routers`.
 */
export class RoutersApi {
  /** By region, whether routers can be listed there. */
  private readonly lists = new Map<string, Promise<boolean>>();

  constructor(private readonly send: Send) {}

  /** `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`. */
  async update(
    region: Region,
    id: string,
    body: RouterPatch,
    signal: AbortSignal,
  ): Promise<Started<RouterRecord>> {
    const path = `/cloud/v2/routers/${region.projectId}/${region.regionId}/${encodeURIComponent(id)}`;
    return this.change({ method: "PATCH", path, body, signal });
  }

  /** `POST /cloud/v1/routers/{project_id}/{region_id}`. */
  async create(region: Region, body: RouterBody, signal: AbortSignal): Promise<Started<RouterRecord>> {
    return this.change({ method: "POST", path: base(region), body, signal });
  }

  /** `DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}`. */
  async delete(region: Region, id: string, signal: AbortSignal): Promise<Started<RouterRecord>> {
    return this.change({ method: "DELETE", path: one(region, id), signal });
  }

  /** `POST .../{router_id}/attach`. */
  async attach(
    region: Region,
    id: string,
    body: Attachment,
    signal: AbortSignal,
  ): Promise<Started<RouterRecord>> {
    return this.change({ method: "POST", path: `${one(region, id)}/attach`, body, signal });
  }

  /** `POST .../{router_id}/detach`. */
  async detach(
    region: Region,
    id: string,
    body: Attachment,
    signal: AbortSignal,
  ): Promise<Started<RouterRecord>> {
    return this.change({ method: "POST", path: `${one(region, id)}/detach`, body, signal });
  }

  /** `GET .../{router_id}`. A 404 means "gone" only where the deployment is known to list routers. */
  async find(region: Region, id: string, signal: AbortSignal): Promise<Found> {
    const call: Call = { method: "GET", path: one(region, id), signal };
    try {
      return { is: "found", router: read(RouterRecord, call, await this.send(call)) };
    } catch (error) {
      if (!isMissing(error)) throw error;
      return { is: error.status === 404 && (await this.canList(region)) ? "gone" : "unreadable" };
    }
  }

  /** `GET /cloud/v1/routers/{project_id}/{region_id}?name=`, all pages; undefined where routers cannot be listed. */
  async named(region: Region, name: string, signal: AbortSignal): Promise<RouterRecord[] | undefined> {
    const routers: RouterRecord[] = [];
    for (;;) {
      const page = await this.list(region, { name, limit: PAGE, offset: routers.length }, signal);
      if (page === undefined) return undefined;
      routers.push(...page.results);
      // A deployment that does not know the filter answers with all names.
      if (page.results.length === 0 || routers.length >= (page.count ?? 0))
        return routers.filter((router) => router.name === name);
    }
  }

  /** Asked once a region for all that want to know, so it does not end with the signal of one of them. */
  private canList(region: Region): Promise<boolean> {
    const key = base(region);
    const known = this.lists.get(key);
    if (known) return known;
    const answer = this.list(region, { limit: 1 }).then((page) => page !== undefined);
    this.lists.set(key, answer);
    answer.catch(() => this.lists.delete(key));
    return answer;
  }

  private async list(region: Region, query: Record<string, string | number>, signal?: AbortSignal) {
    const call: Call = { method: "GET", path: base(region), query, ...(signal && { signal }) };
    try {
      return read(RouterPage, call, await this.send(call));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private async change(call: Call): Promise<Started<RouterRecord>> {
    return readStarted(RouterRecord, call, await this.send(call));
  }
}

function base({ projectId, regionId }: Region): string {
  return `/cloud/v1/routers/${projectId}/${regionId}`;
}

function one(region: Region, id: string): string {
  return `${base(region)}/${encodeURIComponent(id)}`;
}
