import type { Int64 } from "../../core/int64";
import type { Memory } from "../../core/memory";

/** Who is a member of what. Every group and every client exists until it is lost. */
export class Memberships {
  readonly #members: Map<Int64, readonly Int64[]>;
  readonly #lostGroups: Set<Int64>;
  readonly #lostClients: Set<Int64>;

  constructor(memory: Memory) {
    this.#members = memory.keep(new Map());
    this.#lostGroups = memory.keep(new Set());
    this.#lostClients = memory.keep(new Set());
  }

  /** The groups with members. */
  groups(): Int64[] {
    return [...this.#members.keys()].filter((group) => this.of(group).length > 0);
  }

  /** The clients of a group in the order in which they came. */
  of(group: Int64): Int64[] {
    return [...(this.#members.get(group) ?? [])];
  }

  has(group: Int64, client: Int64): boolean {
    return this.of(group).includes(client);
  }

  canHave(group: Int64, client: Int64): boolean {
    return !this.#lostGroups.has(group) && !this.#lostClients.has(client);
  }

  add(group: Int64, client: Int64): void {
    if (!this.has(group, client)) this.#members.set(group, [...this.of(group), client]);
  }

  remove(group: Int64, client: Int64): void {
    const others = this.of(group).filter((member) => member !== client);
    this.#members.set(group, others);
  }

  loseGroup(group: Int64): void {
    this.#lostGroups.add(group);
    this.#members.delete(group);
  }

  loseClient(client: Int64): void {
    this.#lostClients.add(client);
    for (const group of this.groups()) this.remove(group, client);
  }
}
