// The register of areas, by the name of their handle on the simulator.
export { analyticsArea as analytics } from "./analytics";
export { certificatesArea as certificates } from "./certificates";
export { edgeGroupsArea as edgeGroups } from "./edge-groups";
export { quotasArea as quotas } from "./quotas";
export { resellersArea as resellers } from "./resellers";
export { routersArea as routers } from "./routers";
export { streamingArea as streaming } from "./streaming";
export { subnetsArea as subnets } from "./subnets";
export { tasksArea as tasks } from "./tasks";
