import { z } from "zod";
import type { Call } from "../http/call";
import type { Api } from "./deployment";
import { acceptAnyBody, LongId, parseBody, sameLongId } from "./reply";

const Clients = z.object({
  count: z.number().nullish(),
  clients: z.array(z.object({ id: LongId })).nullable(),
});

/**
 * Members of collaboration groups of the edge platform: the documented
 * `POST /fastedge/v1/admin/groups/{group_id}/client/{client_id}`, `DELETE` on the same path, and a list of clients.
 */
export class EdgeGroupsApi {
  constructor(private readonly api: Api) {}

  /**
   * `POST /fastedge/v1/admin/groups/{group_id}/client/{client_id}`. Adding an existing member is not an error, so the
   * request is idempotent.
   */
  async add(group: LongId, client: LongId): Promise<void> {
    const call: Call = { method: "POST", path: memberPath(group, client), idempotent: true };
    await this.api.send(call).catch(acceptAnyBody);
  }

  /** `DELETE /fastedge/v1/admin/groups/{group_id}/client/{client_id}`. */
  async remove(group: LongId, client: LongId): Promise<void> {
    await this.api.send({ method: "DELETE", path: memberPath(group, client) }).catch(acceptAnyBody);
  }

  /**
   * `GET /fastedge/v1/admin/clients?group__incl=&client_id=`: whether the client is in the group; undefined if the list
   * does not answer that.
   */
  async isMember(group: LongId, client: LongId): Promise<boolean | undefined> {
    const query = { group__incl: group, client_id: client };
    const call: Call = { method: "GET", path: "/fastedge/v1/admin/clients", query };
    const page = await this.api.deployment.list(`clients of group ${group}`, async () =>
      parseBody(Clients, call, await this.api.send(call)),
    );
    if (page === undefined) return undefined;
    const listed = page.clients ?? [];
    if (listed.some(({ id }) => sameLongId(id, client))) return true;
    // A deployment that ignores the filter returns other clients, and the client may be on another page.
    return (page.count ?? 0) === listed.length ? false : undefined;
  }
}

function memberPath(group: LongId, client: LongId): string {
  return `/fastedge/v1/admin/groups/${group}/client/${client}`;
}
