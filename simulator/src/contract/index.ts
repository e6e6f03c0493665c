/**
 * The contract of the API as data: the operations with their requests and replies, and the forms of errors. The simulator checks
 * requests with it, tests check the simulator's replies and the package's requests and parsers with it, and /openapi.json shows it.
 */
export * from "./analytics";
export * from "./certificates";
export * from "./edge-groups";
export * from "./errors";
export * from "./operation";
export * from "./quota-names";
export * from "./quotas";
export * from "./resellers";
export * from "./routers";
export * from "./streaming";
export * from "./tasks";
