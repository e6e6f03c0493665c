import { z } from "zod";
import type { Call, Send } from "../http/call";
import type { Task } from "../tasks/task";
import { isMissing, read } from "./reply";

const TaskRecord = z.object({
  state: z.string(),
  error: z.unknown().optional(),
  created_resources: z.record(z.string(), z.unknown()).nullish(),
});

/** The documented path, and the one that some deployments have in its place. */
const PATHS = ["/v1/tasks", "/cloud/v1/tasks"];

/** `GET /v1/tasks/{task_id}`, or else `GET /cloud/v1/tasks/{task_id}`: whichever answered first is remembered. */
export class TasksApi {
  private known: string | undefined;

  constructor(private readonly send: Send) {}

  /** The task; undefined when the platform does not know it. */
  async get(id: string, signal?: AbortSignal): Promise<Task | undefined> {
    for (const path of this.known ? [this.known] : PATHS) {
      const call: Call = {
        method: "GET",
        path: `${path}/${encodeURIComponent(id)}`,
        ...(signal && { signal }),
      };
      try {
        const record = read(TaskRecord, call, await this.send(call));
        this.known = path;
        return {
          id,
          state: record.state,
          error: sentence(record.error),
          created: ids(record.created_resources ?? {}),
        };
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    return undefined;
  }
}

function ids(created: Record<string, unknown>): Record<string, string[]> {
  const lists = Object.entries(created).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(lists.map(([kind, list]) => [kind, list.map(String)]));
}

function sentence(error: unknown): string | undefined {
  if (error === null || error === undefined || error === "") return undefined;
  return typeof error === "string" ? error : JSON.stringify(error);
}
