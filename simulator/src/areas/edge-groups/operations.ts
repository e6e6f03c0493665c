import { z } from "zod";
import { exactNumber, type Int64, int64Text } from "../../core/int64";
import { notFound, Problem } from "../../core/problem";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import type { Availability } from "./availability";
import type { Memberships } from "./memberships";

export const edgeAdmin = "/fastedge/v1/admin";
const member = `${edgeAdmin}/groups/:group_id/client/:client_id`;
const memberPath = z.strictObject({ group_id: int64Text, client_id: int64Text });
const clientQuery = z.strictObject({ group__incl: int64Text.optional(), client_id: int64Text.optional() });

const clientList = z.strictObject({
  count: z.int(),
  clients: z.array(z.strictObject({ id: z.number(), name: z.string(), email: z.string() })),
});

export interface EdgeGroupsWorld {
  readonly settings: Settings;
  readonly memberships: Memberships;
  readonly availability: Availability;
}

export function edgeGroupOperations(world: EdgeGroupsWorld): Operation[] {
  return [add(world), remove(world), listClients(world)];
}

function add({ settings, memberships, availability }: EdgeGroupsWorld): Operation {
  return operation({
    method: "POST",
    path: member,
    summary: "Add a client to an edge group",
    replies: { 204: null },
    documented: true,
    params: memberPath,
    handle: ({ params: { group_id, client_id } }) => {
      availability.check();
      if (!memberships.canHave(group_id, client_id)) {
        throw notFound(`Group ${group_id} or client ${client_id} was not found`);
      }
      if (memberships.has(group_id, client_id) && settings.duplicateMember === "error") {
        throw new Problem(400, "ValidationError", "client is already a member of the group");
      }
      memberships.add(group_id, client_id);
      return { status: 204 };
    },
  });
}

function remove({ memberships, availability }: EdgeGroupsWorld): Operation {
  return operation({
    method: "DELETE",
    path: member,
    summary: "Remove a client from an edge group",
    replies: { 204: null },
    params: memberPath,
    handle: ({ params: { group_id, client_id } }) => {
      availability.check();
      if (!memberships.has(group_id, client_id)) {
        throw notFound(`Client ${client_id} is no member of group ${group_id}`);
      }
      memberships.remove(group_id, client_id);
      return { status: 204 };
    },
  });
}

/** The members of a group, or of all groups, or the one that is asked for among them. */
function listClients({ memberships, availability }: EdgeGroupsWorld): Operation {
  return operation({
    method: "GET",
    path: `${edgeAdmin}/clients`,
    summary: "List the clients of edge groups",
    replies: { 200: clientList },
    query: clientQuery,
    handle: ({ query }) => {
      availability.check();
      const groups = query.group__incl === undefined ? memberships.groups() : [query.group__incl];
      const clients = [...new Set(groups.flatMap((group) => memberships.of(group)))]
        .filter((client) => query.client_id === undefined || query.client_id === client)
        .map(clientAsJson);
      return ok({ count: clients.length, clients });
    },
  });
}

function clientAsJson(id: Int64): unknown {
  return { id: exactNumber(id), name: `client-${id}`, email: `client-${id}@example.com` };
}
