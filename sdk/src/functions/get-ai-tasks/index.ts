export * from "./get-ai-tasks";
export type * from "./types";
