import { defineError } from "./define-error";

type Id = number | string;

/** What is said of members of edge groups. */
export const EDGE_GROUPS = {
  stillMember: defineError<{ clientId: Id; groupId: Id }>({
    message: ({ clientId, groupId }) =>
      `client ${clientId} is still a member of group ${groupId}: this deployment of the platform has no operation to remove members`,
    cause: "The deployment has only the documented operations. A warning: destroying goes on without it.",
    remedy: "Have the platform remove the member.",
  }),
  maybeMember: defineError<{ clientId: Id; groupId: Id }>({
    message: ({ clientId, groupId }) =>
      `client ${clientId} may still be a member of group ${groupId}: this deployment of the platform has no operation to remove members, or does not tell that it is none any more`,
    cause: "The deployment has only the documented operations. A warning: destroying goes on without it.",
    remedy: "Have the platform look, and remove the member.",
  }),
};
