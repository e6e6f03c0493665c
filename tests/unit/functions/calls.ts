import {
  forceRetryCertificate,
  getAiTasks,
  getTask,
  getVideoSubtitles,
  paginateAiTasks,
  queryAnalytics,
} from "../../../sdk/src";
import type { ScriptedServer } from "../../support/scripted-server";
import { setUpScripted } from "./setup";

type Call = (args: unknown) => Promise<unknown>;

export const FUNCTIONS = {
  forceRetryCertificate,
  getVideoSubtitles,
  getAiTasks,
  paginateAiTasks: (args: object) => paginateAiTasks(args).next(),
  queryAnalytics,
  getTask,
} as unknown as Record<string, Call>;

/** Calls a function with what no compiler has seen. */
export const call = (name: string, args: unknown) => (FUNCTIONS[name] as Call)(args);

/** A platform that takes whatever it is asked. */
export function startTakingAnything(): Promise<ScriptedServer> {
  return setUpScripted(({ path }) => {
    if (path.endsWith("/force-retry")) return { status: 201 };
    if (path.endsWith("/subtitles")) return { body: [] };
    return { body: { state: "NEW", data: {}, count: 0, results: [] } };
  });
}
