// The register of functions: one folder each, with the function and its types, and the handler, which handlers.ts registers.
export * from "./force-retry-certificate/force-retry-certificate";
export * from "./get-ai-tasks/get-ai-tasks";
export * from "./get-router/get-router";
export * from "./get-routers/get-routers";
export * from "./get-task/get-task";
export * from "./get-video-subtitles/get-video-subtitles";
export * from "./query-analytics/query-analytics";
