export * from "./query-analytics";
