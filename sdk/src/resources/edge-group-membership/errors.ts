import { defineError, type RefusedRequest } from "../../errors/definition";

type Id = number | string;

/** Errors and warnings about members of edge groups. */
export const ERRORS = {
  /**
   * The platform has shown the member before, and did not confirm that it was removed. The resource stays in the state.
   *
   * What to do: Run again, as a gateway may have answered in place of the API. If this deployment cannot remove members, ask the
   * platform's support to remove this one, and remove the resource from the state with `pulumi state delete`.
   */
  stillMember: defineError<{ clientId: Id; groupId: Id; refused: RefusedRequest }>({
    code: "edge-group-member-remains",
    message: ({ clientId, groupId, refused: { summary } }) =>
      `client ${clientId} may still be a member of group ${groupId}: the platform has not confirmed that it was removed (${summary})`,
    advice:
      "Nothing was removed from the state: run again. If this deployment cannot remove members, have it removed by other means, and then use `pulumi state delete`.",
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
