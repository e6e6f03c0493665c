import { z } from "zod";
import { type Int64, int64Text } from "../../core/int64";
import type { MemoryPart } from "../../core/memory";

const membership = z.strictObject({ group: int64Text, clients: z.array(int64Text).readonly() });

interface Group extends Readonly<z.infer<typeof membership>> {}

/** Who is a member of what. Every group and every client exists until it is lost. */
export class Memberships {
  readonly #members: Map<Int64, Group>;
  readonly #lostGroups: Set<Int64>;
  readonly #lostClients: Set<Int64>;

  constructor(memory: MemoryPart) {
    this.#members = memory.records("groups", membership, ({ group }) => group);
    this.#lostGroups = memory.ids("lostGroups", int64Text);
    this.#lostClients = memory.ids("lostClients", int64Text);
  }

  /** The groups with members. */
  groups(): Int64[] {
    return [...this.#members.keys()].filter((group) => this.of(group).length > 0);
  }

  /** The clients of a group in the order in which they came. */
  of(group: Int64): Int64[] {
    return [...(this.#members.get(group)?.clients ?? [])];
  }

  has(group: Int64, client: Int64): boolean {
    return this.of(group).includes(client);
  }

  canHave(group: Int64, client: Int64): boolean {
    return !this.#lostGroups.has(group) && !this.#lostClients.has(client);
  }

  add(group: Int64, client: Int64): void {
    if (!this.has(group, client)) this.#members.set(group, { group, clients: [...this.of(group), client] });
  }

  remove(group: Int64, client: Int64): void {
    const clients = this.of(group).filter((member) => member !== client);
    this.#members.set(group, { group, clients });
  }

  lostGroups(): Int64[] {
    return [...this.#lostGroups];
  }

  lostClients(): Int64[] {
    return [...this.#lostClients];
  }

  loseGroup(group: Int64): void {
    this.#lostGroups.add(group);
    this.#members.delete(group);
  }

  loseClient(client: Int64): void {
    this.#lostClients.add(client);
    for (const group of this.groups()) this.remove(group, client);
  }

  findGroup(group: Int64): void {
    this.#lostGroups.delete(group);
  }

  findClient(client: Int64): void {
    this.#lostClients.delete(client);
  }
}
