import * as ipaddr from "ipaddr.js";
import { z } from "zod";
import type { MemoryPart, Value } from "./memory";
import { type Address, addressAt, parseNetwork } from "./network";
import { derivedUuid } from "./random";
import type { Records } from "./records";
import { cidr as cidrText, counter, uuid } from "./schemas";

const subnet = z.strictObject({
  id: uuid,
  cidr: cidrText,
  networkId: uuid,
  /** false: nobody told the simulator about this subnet, its CIDR is an invention and is not checked against. */
  declared: z.boolean(),
});

export interface Subnet extends Readonly<z.infer<typeof subnet>> {}

export interface SubnetDeclaration {
  readonly id: string;
  readonly cidr: string;
  /** The network it belongs to; give that of an external network to have its gateway known as well. */
  readonly networkId?: string | undefined;
}

const inventedInternalBase = ipaddr.parse("10.0.0.0"); // one /24 a subnet
const inventedExternalBase = ipaddr.parse("198.18.0.0"); // a range kept for test networks

/** The networks around the routers. Unknown ones are invented on first sight and then stay the same. */
export class SubnetRegistry {
  readonly records: Records<string, Subnet>;
  readonly #inventedInternal: Value<number>;
  readonly #inventedExternal: Value<number>;

  constructor(memory: MemoryPart) {
    this.records = memory.records("subnets", { schema: subnet, keyOf: ({ id }) => id, noun: "subnet" });
    this.#inventedInternal = memory.value("inventedInternal", counter, 0);
    this.#inventedExternal = memory.value("inventedExternal", counter, 0);
  }

  add({ id, cidr, networkId }: SubnetDeclaration): Subnet {
    if (parseNetwork(cidr) === undefined) throw new Error(`"${cidr}" is not a network in CIDR notation.`);
    const key = id.toLowerCase();
    return this.records.set({
      id: key,
      cidr,
      networkId: networkId?.toLowerCase() ?? networkOf(key),
      declared: true,
    });
  }

  find(id: string): Subnet {
    const known = this.records.find(id);
    if (known !== undefined) return known;
    const cidr = inventedCidr(inventedInternalBase, next(this.#inventedInternal));
    return this.records.set({ id, cidr, networkId: networkOf(id), declared: false });
  }

  /** The subnets of an external network, where a router's gateway gets its addresses from. */
  ofExternalNetwork(networkId: string): readonly Subnet[] {
    const known = this.records.all().filter((subnet) => subnet.networkId === networkId);
    const declared = known.filter((subnet) => subnet.declared);
    if (declared.length > 0) return declared;
    if (known.length > 0) return known;
    const cidr = inventedCidr(inventedExternalBase, next(this.#inventedExternal));
    return [
      this.records.set({ id: derivedUuid(`external-subnet:${networkId}`), cidr, networkId, declared: false }),
    ];
  }
}

/** The external network that a gateway of type "default" gets in a region. */
export function defaultExternalNetwork(regionId: number): string {
  return derivedUuid(`external-network:${regionId}`);
}

function networkOf(subnetId: string): string {
  return derivedUuid(`network:${subnetId}`);
}

function next(count: Value<number>): number {
  count.set(count.get() + 1);
  return count.get();
}

function inventedCidr(base: Address, ordinal: number): string {
  return `${addressAt(base, BigInt(ordinal) * 256n)}/24`;
}
