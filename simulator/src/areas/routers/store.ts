import { type RouterRecord, routerRecord } from "../../contract/routers";
import type { MemoryPart } from "../../core/memory";
import { parseAddress } from "../../core/network";
import type { Records } from "../../core/records";
import { uuid } from "../../core/schemas";
import type { AreaPlatform } from "../area";

export interface RouterScope {
  readonly projectId: number;
  readonly regionId: number;
}

export type RouterChange = Partial<Omit<RouterRecord, "id">>;

export interface RouterWorld {
  readonly platform: AreaPlatform;
  readonly store: RouterStore;
}

/** The routers in order of creation. A hidden router is still being created: it counts, but requests do not find it. */
export class RouterStore {
  readonly records: Records<string, RouterRecord>;
  readonly hidden: Records<string, string>;

  constructor(memory: MemoryPart) {
    this.records = memory.records("routers", {
      schema: routerRecord,
      keyOf: ({ id }) => id,
      noun: "router",
    });
    this.hidden = memory.ids("hidden", uuid);
  }

  visible(): RouterRecord[] {
    return this.records.all().filter(({ id }) => !this.hidden.has(id));
  }

  get(id: string): RouterRecord | undefined {
    return this.hidden.has(id) ? undefined : this.records.find(id);
  }

  /** Changing a router that another client has deleted has no effect. */
  change(id: string, change: RouterChange): void {
    if (this.records.has(id)) this.records.change(id, change);
  }

  remove(id: string): void {
    this.records.remove(id);
    this.hidden.remove(id);
  }

  countInRegion(regionId: number): number {
    return this.records.all().filter((router) => router.region_id === regionId).length;
  }

  /** The addresses that routers use in a subnet, on ports and gateways. */
  addressesIn(subnetId: string): ReadonlySet<string> {
    const assigned = this.records
      .all()
      .flatMap((router) => [
        ...router.interfaces.flatMap((port) => port.ip_assignments),
        ...(router.external_gateway_info?.external_fixed_ips ?? []),
      ]);
    const addresses = assigned
      .filter((assignment) => assignment.subnet_id === subnetId)
      .flatMap((assignment) => parseAddress(assignment.ip_address)?.toString() ?? []);
    return new Set(addresses);
  }
}

export function subnetsOf(router: RouterRecord): string[] {
  return router.interfaces.flatMap((port) => port.ip_assignments.map((assignment) => assignment.subnet_id));
}
