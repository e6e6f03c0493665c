import { z } from "zod";
import { int64Text } from "../core/int64";
import { contract } from "./operation";

const params = z.strictObject({ group_id: int64Text, client_id: int64Text });
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
    query: z.strictObject({ group__incl: int64Text.optional(), client_id: int64Text.optional() }),
    replies: {
      200: z.strictObject({
        count: z.int(),
        clients: z.array(z.strictObject({ id: z.number(), name: z.string(), email: z.string() })),
      }),
    },
  }),
};
