export * from "./get-router";
export type * from "./types";
