import { z } from "zod";
import { edgeGroups as api } from "../contract/edge-groups";
import { exactNumber, type Int64, type Int64Like, int64, int64Json, int64Text } from "../core/int64";
import type { MemoryPart } from "../core/memory";
import { conflict, notFound, Problem } from "../core/problem";
import type { Records } from "../core/records";
import { type Operation, ok, operation } from "../http/operation";
import type { Area, AreaPlatform } from "./area";
import { type ObjectKind, objectKind } from "./object-kind";

/** Changes groups as another client would. Ids are returned as their digits. */
export interface EdgeGroupsHandle {
  /** The groups that have members. */
  groups(): Int64[];
  /** The clients of a group in the order in which they were added. */
  members(group: Int64Like): Int64[];
  add(group: Int64Like, client: Int64Like): void;
  remove(group: Int64Like, client: Int64Like): void;
  /** Deletes a group with its memberships. */
  loseGroup(group: Int64Like): void;
  /** Deletes a client with its memberships. */
  loseClient(client: Int64Like): void;
  /** So many of the next requests get 503. */
  unavailable(times: number): void;
}

export function edgeGroupsArea({ settings, memory }: AreaPlatform): Area<EdgeGroupsHandle> {
  const memberships = new Memberships(memory);
  let refusals = 0;
  const handle: EdgeGroupsHandle = {
    groups: () => memberships.groups(),
    members: (group) => memberships.of(int64(group)),
    add: (group, client) => {
      if (!memberships.canExist(int64(group), int64(client)))
        throw conflict(`There is no group ${group} or no client ${client}.`);
      memberships.add(int64(group), int64(client));
    },
    remove: (group, client) => memberships.remove(int64(group), int64(client)),
    loseGroup: (group) => memberships.loseGroup(int64(group)),
    loseClient: (client) => memberships.loseClient(int64(client)),
    unavailable: (times) => {
      refusals = times;
    },
  };
  const refuseIfUnavailable = (): void => {
    if (refusals === 0) return;
    refusals -= 1;
    throw new Problem(503, "ServiceUnavailableError", "service is temporarily unavailable");
  };
  const operations = operationsOn(memberships, settings.duplicateMember === "error");
  return {
    handle,
    operations: operations.map((each) => ({
      ...each,
      respond: (call) => {
        refuseIfUnavailable();
        return each.respond(call);
      },
    })),
    objects: [
      memberKind(handle),
      lostKind("lost-groups", memberships.lostGroups, (id) => memberships.loseGroup(id)),
      lostKind("lost-clients", memberships.lostClients, (id) => memberships.loseClient(id)),
    ],
    state: () => memberships.groups().map((group) => ({ group, clients: memberships.of(group) })),
  };
}

const groupRecord = z.strictObject({ group: int64Text, clients: z.array(int64Text).readonly() });

/** The members of groups. Every group and every client exists until it is lost. */
class Memberships {
  readonly lostGroups: Records<Int64, Int64>;
  readonly lostClients: Records<Int64, Int64>;
  readonly #groups: Records<Int64, z.infer<typeof groupRecord>>;

  constructor(memory: MemoryPart) {
    this.#groups = memory.records("groups", {
      schema: groupRecord,
      keyOf: ({ group }) => group,
      noun: "group",
    });
    this.lostGroups = memory.ids("lostGroups", int64Text);
    this.lostClients = memory.ids("lostClients", int64Text);
  }

  groups(): Int64[] {
    return this.#groups
      .all()
      .filter(({ clients }) => clients.length > 0)
      .map(({ group }) => group);
  }

  of(group: Int64): Int64[] {
    return [...(this.#groups.find(group)?.clients ?? [])];
  }

  canExist(group: Int64, client: Int64): boolean {
    return !this.lostGroups.has(group) && !this.lostClients.has(client);
  }

  add(group: Int64, client: Int64): void {
    const clients = new Set([...this.of(group), client]);
    this.#groups.set({ group, clients: [...clients] });
  }

  remove(group: Int64, client: Int64): void {
    this.#groups.set({ group, clients: this.of(group).filter((member) => member !== client) });
  }

  loseGroup(group: Int64): void {
    this.lostGroups.set(group);
    this.#groups.remove(group);
  }

  loseClient(client: Int64): void {
    this.lostClients.set(client);
    for (const group of this.groups()) this.remove(group, client);
  }
}

function operationsOn(memberships: Memberships, refusesDuplicates: boolean): Operation[] {
  return [
    operation(api.add, ({ params: { group_id: group, client_id: client } }) => {
      if (!memberships.canExist(group, client))
        throw notFound(`Group ${group} or client ${client} was not found`);
      if (refusesDuplicates && memberships.of(group).includes(client))
        throw new Problem(400, "ValidationError", "client is already a member of the group");
      memberships.add(group, client);
      return { status: 204 };
    }),
    operation(api.remove, ({ params: { group_id: group, client_id: client } }) => {
      if (!memberships.of(group).includes(client))
        throw notFound(`Client ${client} is no member of group ${group}`);
      memberships.remove(group, client);
      return { status: 204 };
    }),
    operation(api.listClients, ({ query: { group__incl: group, client_id: client } }) => {
      const groups = group === undefined ? memberships.groups() : [group];
      const clients = [...new Set(groups.flatMap((each) => memberships.of(each)))]
        .filter((each) => client === undefined || client === each)
        .map((id) => ({ id: exactNumber(id), name: `client-${id}`, email: `client-${id}@example.com` }));
      return ok({ count: clients.length, clients });
    }),
  ];
}

function memberKind(handle: EdgeGroupsHandle): ObjectKind {
  return objectKind({
    name: "members",
    all: () => handle.groups().flatMap((group) => handle.members(group).map((client) => ({ group, client }))),
    idOf: ({ group, client }) => `${group}/${client}`,
    addition: z.strictObject({ group: int64Json, client: int64Json }),
    add: (added) => {
      handle.add(added.group, added.client);
      return added;
    },
    remove: ({ group, client }) => handle.remove(group, client),
  });
}

/** Groups or clients that do not exist. Every other id exists. */
function lostKind(name: string, lost: Records<Int64, Int64>, lose: (id: Int64) => void): ObjectKind {
  return objectKind({
    name,
    all: () => lost.all().map((id) => ({ id })),
    idOf: ({ id }) => id,
    addition: z.strictObject({ id: int64Json }),
    add: (added) => {
      lose(added.id);
      return added;
    },
    remove: ({ id }) => lost.remove(id),
  });
}
