import type { FunctionHandler } from "../pulumi/function-call";
import type * as functions from "./index";

/** Forms that only TypeScript has: that for Outputs, and the iteration over pages. */
type OfTypeScript = `${string}Output` | `paginate${string}`;

type Handler = FunctionHandler<object, object>;

/** The register of handlers, by the name of the function. Constant paths, so that a bundler can follow them. */
const LOADERS: Record<Exclude<keyof typeof functions, OfTypeScript>, () => { handler: Handler }> = {
  forceRetryCertificate: () => require("./force-retry-certificate/handler"),
  getAiTasks: () => require("./get-ai-tasks/handler"),
  getRouter: () => require("./get-router/handler"),
  getRouters: () => require("./get-routers/handler"),
  getTask: () => require("./get-task/handler"),
  getVideoSubtitles: () => require("./get-video-subtitles/handler"),
  queryAnalytics: () => require("./query-analytics/handler"),
};

/** Loads the handler of each function, by its name. */
export const handlerLoaders: ReadonlyMap<string, () => Handler> = new Map(
  Object.entries(LOADERS).map(([name, load]) => [name, () => load().handler]),
);
