import { z } from "zod";
import { type Int64, int64Json } from "../../core/int64";
import { type ObjectKind, objectKind } from "../object-kind";
import type { EdgeGroupsHandle } from "./handle";
import type { Memberships } from "./memberships";

const membership = z.strictObject({ group: int64Json, client: int64Json });
const lostObject = z.strictObject({ id: int64Json });

export function edgeGroupKinds(handle: EdgeGroupsHandle, memberships: Memberships): ObjectKind[] {
  return [
    members(handle),
    lost("lost-groups", {
      all: () => memberships.lostGroups(),
      lose: (id) => memberships.loseGroup(id),
      find: (id) => memberships.findGroup(id),
    }),
    lost("lost-clients", {
      all: () => memberships.lostClients(),
      lose: (id) => memberships.loseClient(id),
      find: (id) => memberships.findClient(id),
    }),
  ];
}

function members(handle: EdgeGroupsHandle): ObjectKind {
  return objectKind({
    name: "members",
    all: () => handle.groups().flatMap((group) => handle.members(group).map((client) => ({ group, client }))),
    idOf: ({ group, client }) => `${group}/${client}`,
    addition: membership,
    add: (added) => {
      handle.add(added.group, added.client);
      return added;
    },
    remove: ({ group, client }) => handle.remove(group, client),
  });
}

interface Lost {
  all(): readonly Int64[];
  lose(id: Int64): void;
  find(id: Int64): void;
}

/** Groups or clients that requests are told do not exist. Every other id exists. */
function lost(name: string, { all, lose, find }: Lost): ObjectKind {
  return objectKind({
    name,
    all: () => all().map((id) => ({ id })),
    idOf: ({ id }) => id,
    addition: lostObject,
    add: (added) => {
      lose(added.id);
      return added;
    },
    remove: ({ id }) => find(id),
  });
}
