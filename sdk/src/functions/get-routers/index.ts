export * from "./get-routers";
export type * from "./types";
