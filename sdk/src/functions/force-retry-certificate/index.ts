export * from "./force-retry-certificate";
export type * from "./types";
