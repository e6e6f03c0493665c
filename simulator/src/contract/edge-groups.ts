import { z } from "zod";
import { contract } from "./operation";

const id = z.string().min(1);
const params = z.strictObject({ group_id: id, client_id: id });
const member = "/fastedge/v1/admin/groups/{group_id}/client/{client_id}";
const replies = { 204: null };

export const edgeGroups = {
  add: contract(`POST ${member}`, {
    summary: "Add a client to an edge group",
    documented: true,
    params,
    replies,
  }),
  remove: contract(`DELETE ${member}`, { summary: "Remove a client from an edge group", params, replies }),
  listClients: contract("GET /fastedge/v1/admin/clients", {
    summary: "List the clients of edge groups",
    query: z.strictObject({ group__incl: id.optional(), client_id: id.optional() }),
    replies: {
      200: z.strictObject({
        count: z.int(),
        clients: z.array(
          z.strictObject({ id: z.union([z.number(), z.string()]), name: z.string(), email: z.string() }),
        ),
      }),
    },
  }),
};
