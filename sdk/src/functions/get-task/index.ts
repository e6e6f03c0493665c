export * from "./get-task";
