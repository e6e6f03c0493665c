export * from "./get-ai-tasks";
