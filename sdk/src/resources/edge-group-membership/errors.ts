import { defineError } from "../../errors/definition";

type Id = number | string;

/** Errors and warnings about members of edge groups. */
export const ERRORS = {
  stillMember: defineError<{ clientId: Id; groupId: Id; summary: string }>({
    code: "edge-group-member-remains",
    message: ({ clientId, groupId, summary }) =>
      `client ${clientId} may still be a member of group ${groupId}: the platform has not confirmed that it was removed (${summary})`,
    advice:
      "The resource stays in the state. Run again: a gateway may have answered in place of the API. If this deployment has no operation to remove members, have the member removed by other means, and remove the resource from the state with `pulumi state delete`.",
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
