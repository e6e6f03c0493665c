import { defineError } from "./define-error";

type Id = number | string;

/** Warnings about members of edge groups. */
export const EDGE_GROUPS = {
  stillMember: defineError<{ clientId: Id; groupId: Id }>({
    message: ({ clientId, groupId }) =>
      `client ${clientId} is still a member of group ${groupId}: this deployment of the platform has no operation to remove members`,
    cause: "The deployment has only the documented operations. A warning: the destroy continues.",
    remedy: "Ask the platform's support to remove the member.",
  }),
  maybeMember: defineError<{ clientId: Id; groupId: Id }>({
    message: ({ clientId, groupId }) =>
      `client ${clientId} may still be a member of group ${groupId}: this deployment of the platform has no operation to remove members, or does not confirm the removal`,
    cause: "The deployment has only the documented operations. A warning: the destroy continues.",
    remedy: "Ask the platform's support whether the client is still a member, and to remove it.",
  }),
};
