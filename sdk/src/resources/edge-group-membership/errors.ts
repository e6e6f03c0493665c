import { defineError } from "../../errors/definition";

type Id = number | string;

/** Warnings about members of edge groups. */
export const ERRORS = {
  /**
   * A warning. The deployment has only the documented operations. The destroy continues.
   *
   * What to do: Ask the platform's support to remove the member.
   */
  stillMember: defineError<{ clientId: Id; groupId: Id }>({
    code: "edge-group-member-remains",
    message: ({ clientId, groupId }) =>
      `client ${clientId} is still a member of group ${groupId}: this deployment of the platform has no operation to remove members`,
  }),
  /**
   * A warning. The deployment has only the documented operations. The destroy continues.
   *
   * What to do: Ask the platform's support whether the client is still a member, and to remove it.
   */
  maybeMember: defineError<{ clientId: Id; groupId: Id }>({
    code: "edge-group-member-may-remain",
    message: ({ clientId, groupId }) =>
      `client ${clientId} may still be a member of group ${groupId}: this deployment of the platform has no operation to remove members, or does not confirm the removal`,
  }),
};
