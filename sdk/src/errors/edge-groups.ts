import { entry } from "./entry";

type Id = number | string;

/** What is said of members of edge groups. */
export const EDGE_GROUPS = {
  stillMember: entry<{ clientId: Id; groupId: Id }>({
    says: ({ clientId, groupId }) =>
      `client ${clientId} is still a member of group ${groupId}: this deployment of the platform has no operation to remove members`,
    why: "The deployment has only the documented operations. A warning: destroying goes on without it.",
    remedy: "Have the platform remove the member.",
  }),
  maybeMember: entry<{ clientId: Id; groupId: Id }>({
    says: ({ clientId, groupId }) =>
      `client ${clientId} may still be a member of group ${groupId}: this deployment of the platform has no operation to remove members, or does not tell that it is none any more`,
    why: "The deployment has only the documented operations. A warning: destroying goes on without it.",
    remedy: "Have the platform look, and remove the member.",
  }),
};
