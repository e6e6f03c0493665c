import type { MemoryPart } from "../../core/memory";
import { parseAddress } from "../../core/network";
import { uuid } from "../../core/schemas";
import { type RouterRecord, routerRecord } from "./record";

export type RouterChange = Partial<Omit<RouterRecord, "id">>;

/** The routers there are, in order of creation. A hidden one counts but is not shown: it is still being created. */
export class RouterStore {
  readonly #routers: Map<string, RouterRecord>;
  readonly #hidden: Set<string>;

  constructor(memory: MemoryPart) {
    this.#routers = memory.records("routers", routerRecord, ({ id }) => id);
    this.#hidden = memory.ids("hidden", uuid);
  }

  visible(): RouterRecord[] {
    return [...this.#routers.values()].filter((router) => !this.#hidden.has(router.id));
  }

  get(id: string): RouterRecord | undefined {
    return this.#hidden.has(id) ? undefined : this.#routers.get(id);
  }

  insert(router: RouterRecord, { hidden }: { hidden: boolean } = { hidden: false }): void {
    this.#routers.set(router.id, router);
    if (hidden) this.#hidden.add(router.id);
  }

  reveal(id: string): void {
    this.#hidden.delete(id);
  }

  /** Nothing happens to a router that is gone: whoever deleted it was faster. */
  change(id: string, change: RouterChange): void {
    const router = this.#routers.get(id);
    if (router !== undefined) this.#routers.set(id, { ...router, ...change });
  }

  remove(id: string): void {
    this.#routers.delete(id);
    this.#hidden.delete(id);
  }

  countInRegion(regionId: number): number {
    return [...this.#routers.values()].filter((router) => router.region_id === regionId).length;
  }

  /** The addresses that routers have taken in a subnet, on ports and gateways. */
  addressesIn(subnetId: string): ReadonlySet<string> {
    const assigned = [...this.#routers.values()].flatMap((router) => [
      ...router.interfaces.flatMap((port) => port.ip_assignments),
      ...(router.external_gateway_info?.external_fixed_ips ?? []),
    ]);
    const addresses = assigned
      .filter((assignment) => assignment.subnet_id === subnetId)
      .flatMap((assignment) => parseAddress(assignment.ip_address)?.toString() ?? []);
    return new Set(addresses);
  }
}
