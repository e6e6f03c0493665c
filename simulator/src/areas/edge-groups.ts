import { z } from "zod";
import { edgeGroups as api } from "../contract/edge-groups";
import { exactNumber } from "../core/int64";
import type { MemoryPart } from "../core/memory";
import { conflict, notFound, Problem } from "../core/problem";
import type { Records } from "../core/records";
import { type AnyId, anyId } from "../core/schemas";
import { type Operation, ok, operation } from "../http/operation";
import type { Area, AreaPlatform } from "./area";
import { type ObjectKind, objectKind } from "./object-kind";

export interface EdgeGroupsHandle extends ReturnType<typeof edgeGroupsHandle> {}

export function edgeGroupsArea({ settings, memory }: AreaPlatform): Area<EdgeGroupsHandle> {
  const memberships = membershipsIn(memory);
  const handle = edgeGroupsHandle(memberships);
  return {
    handle,
    operations: operationsOn(memberships, settings.duplicateMember === "error"),
    objects: [
      memberKind(handle),
      lostKind("lost-groups", memberships.lostGroups, (id) => memberships.loseGroup(id)),
      lostKind("lost-clients", memberships.lostClients, (id) => memberships.loseClient(id)),
    ],
    state: () => memberships.groups().map((group) => ({ group, clients: memberships.of(group) })),
  };
}

/** Changes groups as another client would. Ids are returned as texts. */
function edgeGroupsHandle(memberships: Memberships) {
  return {
    /** The groups that have members. */
    groups: (): string[] => memberships.groups(),
    /** The clients of a group in the order in which they were added. */
    members: (group: AnyId | bigint): string[] => memberships.of(String(group)),
    add: (group: AnyId | bigint, client: AnyId | bigint): void => {
      if (!memberships.canExist(String(group), String(client)))
        throw conflict(`There is no group ${group} or no client ${client}.`);
      memberships.add(String(group), String(client));
    },
    remove: (group: AnyId | bigint, client: AnyId | bigint): void =>
      memberships.remove(String(group), String(client)),
    /** Deletes a group with its memberships. */
    loseGroup: (group: AnyId | bigint): void => memberships.loseGroup(String(group)),
    /** Deletes a client with its memberships. */
    loseClient: (client: AnyId | bigint): void => memberships.loseClient(String(client)),
  };
}

const groupRecord = z.strictObject({ group: z.string(), clients: z.array(z.string()).readonly() });

type Memberships = ReturnType<typeof membershipsIn>;

/** The members of groups. Every group and every client exists until it is lost. */
function membershipsIn(memory: MemoryPart) {
  const records = memory.records("groups", {
    schema: groupRecord,
    keyOf: ({ group }) => group,
    noun: "group",
  });
  const lostGroups = memory.ids("lostGroups", z.string());
  const lostClients = memory.ids("lostClients", z.string());
  const of = (group: string): string[] => [...(records.find(group)?.clients ?? [])];
  const groups = (): string[] =>
    records
      .all()
      .filter(({ clients }) => clients.length > 0)
      .map(({ group }) => group);
  const remove = (group: string, client: string): void => {
    records.set({ group, clients: of(group).filter((member) => member !== client) });
  };
  return {
    lostGroups,
    lostClients,
    groups,
    of,
    canExist: (group: string, client: string) => !lostGroups.has(group) && !lostClients.has(client),
    add: (group: string, client: string): void => {
      records.set({ group, clients: [...new Set([...of(group), client])] });
    },
    remove,
    loseGroup: (group: string): void => {
      lostGroups.set(group);
      records.remove(group);
    },
    loseClient: (client: string): void => {
      lostClients.set(client);
      for (const group of groups()) remove(group, client);
    },
  };
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
        .map((id) => ({
          id: /^[1-9]\d*$/.test(id) ? exactNumber(id) : id,
          name: `client-${id}`,
          email: `client-${id}@example.com`,
        }));
      return ok({ count: clients.length, clients });
    }),
  ];
}

function memberKind(handle: EdgeGroupsHandle): ObjectKind {
  return objectKind({
    name: "members",
    all: () => handle.groups().flatMap((group) => handle.members(group).map((client) => ({ group, client }))),
    idOf: ({ group, client }) => [group, client].map(encodeURIComponent).join("/"),
    addition: z.strictObject({ group: anyId.transform(String), client: anyId.transform(String) }),
    add: (added) => {
      handle.add(added.group, added.client);
      return added;
    },
    remove: ({ group, client }) => handle.remove(group, client),
  });
}

/** Groups or clients that do not exist. Every other id exists. */
function lostKind(name: string, lost: Records<string, string>, lose: (id: string) => void): ObjectKind {
  return objectKind({
    name,
    all: () => lost.all().map((id) => ({ id })),
    idOf: ({ id }) => id,
    addition: z.strictObject({ id: anyId.transform(String) }),
    add: (added) => {
      lose(added.id);
      return added;
    },
    remove: ({ id }) => lost.remove(id),
  });
}
