import { z } from "zod";
import { REPLIES } from "../../errors/replies";
import { segment } from "../../util/text";
import { isMissing } from "../evidence/answers";
import { PlatformError } from "../http/error";
import { getParsed } from "../http/parse-reply";
import type { Api, Reader } from "./api";
import { type Query, unreadableReply } from "./pages";
import { Id, sameId } from "./reply";

const Clients = z.object({
  count: z.number().nullish(),
  clients: z.array(z.object({ id: Id })).nullable(),
});

const CLIENTS = "/fastedge/v1/admin/clients";

// The members of collaboration groups of the edge platform: the documented `POST` of a member, `DELETE` on the same path, and a list of
// clients that a deployment may lack.

/**
 * `GET /fastedge/v1/admin/clients?group__incl=&client_id=`: whether the client is in the group; undefined if the list
 * does not answer that.
 */
export async function isGroupMember(reader: Reader, group: Id, client: Id) {
  const page = await clients(reader, group, { client_id: client });
  if (page === undefined) return undefined;
  if (page.clients.some((listed) => sameId(listed, client))) return true;
  // A deployment that ignores the filter returns other clients, and the client may be on another page.
  return page.count === page.clients.length ? false : undefined;
}

/** `GET /fastedge/v1/admin/clients?group__incl=`: all clients of the group; undefined if the deployment does not list them. */
export async function listMembers(reader: Reader, group: Id) {
  const page = await clients(reader, group, {});
  // How the list has pages is not known, so only a list on one page is whole.
  if (page && page.count > page.clients.length)
    throw unreadableReply(
      CLIENTS,
      `the list of clients is incomplete: it has ${page.clients.length} of ${page.count}`,
    );
  return page && [...new Map(page.clients.map((client) => [String(client), client])).values()];
}

function clients({ get, evidence, signal }: Reader, group: Id, filter: Query) {
  const call = { path: CLIENTS, query: { group__incl: group, ...filter } };
  const page = getParsed(get, call, Clients).then(({ clients, count }) => ({
    clients: (clients ?? []).map(({ id }) => id),
    count: count ?? 0,
  }));
  return evidence.optional(page, undefined, signal);
}

/** Whether the deployment does not list clients. Asks for a member, unless that is known. */
export async function isUnlisted(api: Api, group: Id, client: Id) {
  const list = { method: "GET", path: CLIENTS } as const;
  // A failure shows nothing.
  if (api.evidence.isOffered(list) === undefined)
    await isGroupMember(api, group, client).catch(() => undefined);
  return api.evidence.isOffered(list) === false;
}

/**
 * `POST /fastedge/v1/admin/groups/{group_id}/client/{client_id}`. Adding an existing member is not an error, so the
 * request is idempotent.
 */
export function addMember({ send }: Api, group: Id, client: Id) {
  const path = memberPath(group, client);
  return send({ method: "POST", path, idempotent: true, needsNoBody: true }).catch(namingIds);
}

/** `DELETE /fastedge/v1/admin/groups/{group_id}/client/{client_id}`. */
export function removeMember({ send }: Api, group: Id, client: Id) {
  return send({ method: "DELETE", path: memberPath(group, client), needsNoBody: true });
}

/** The interface shows the failures of an addition without their statuses, so each of these may be about the ids. */
function namingIds(failure: unknown): never {
  if (!(failure instanceof PlatformError) || ![400, 404, 409, 410, 422].includes(failure.status ?? 0))
    throw failure;
  const named = isMissing(failure) ? failure.withKind(REPLIES.parentNotFound) : failure;
  throw named.withRemark("Check groupId and clientId.");
}

function memberPath(group: Id, client: Id): string {
  return `/fastedge/v1/admin/groups/${segment(group)}/client/${segment(client)}`;
}
