// The register of functions: one folder each.
export * from "./force-retry-certificate";
export * from "./get-ai-tasks";
export * from "./get-router";
export * from "./get-routers";
export * from "./get-task";
export * from "./get-video-subtitles";
export * from "./query-analytics";
