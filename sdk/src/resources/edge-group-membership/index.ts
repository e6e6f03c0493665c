export { EdgeGroupMembership, type EdgeGroupMembershipArgs } from "./edge-group-membership";
