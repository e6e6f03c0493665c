export * from "./query-analytics";
export type * from "./types";
