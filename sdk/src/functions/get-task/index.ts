export * from "./get-task";
export type * from "./types";
