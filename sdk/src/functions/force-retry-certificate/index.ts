export * from "./force-retry-certificate";
