import { z } from "zod";
import type { Call, Send } from "../http/call";
import type { Task } from "../tasks/task";
import { isMissing, read } from "./reply";

const TaskRecord = z.looseObject({
  state: z.string(),
  error: z.unknown().optional(),
  created_resources: z.record(z.string(), z.unknown()).nullish(),
});

/** The platform's record of a task, with whatever else it tells. */
export type TaskRecord = z.infer<typeof TaskRecord>;

/** The documented path, and the one that some deployments have in its place. */
const PATHS = ["/v1/tasks", "/cloud/v1/tasks"];

/** `GET /v1/tasks/{task_id}`, or else `GET /cloud/v1/tasks/{task_id}`: whichever answered first is remembered. */
export class TasksApi {
  private known: string | undefined;

  constructor(private readonly send: Send) {}

  /** The task; undefined when the platform does not know it. */
  async get(id: string): Promise<Task | undefined> {
    try {
      const record = await this.record(id);
      return {
        id,
        state: record.state,
        error: sentence(record.error),
        created: ids(record.created_resources ?? {}),
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The task as the platform tells it. */
  async record(id: string): Promise<TaskRecord> {
    const [first, ...others] = this.known ? [this.known] : PATHS;
    try {
      return await this.recordAt(first as string, id);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // What is missing under every path is missing under the documented one.
      for (const path of others) {
        const record = await this.recordAt(path, id).catch(unlessMissing);
        if (record) return record;
      }
      throw error;
    }
  }

  private async recordAt(path: string, id: string): Promise<TaskRecord> {
    const call: Call = { method: "GET", path: `${path}/${encodeURIComponent(id)}` };
    const record = read(TaskRecord, call, await this.send(call));
    this.known = path;
    return record;
  }
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

export function ids(created: Record<string, unknown>): Record<string, string[]> {
  const lists = Object.entries(created).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(lists.map(([kind, list]) => [kind, list.map(String)]));
}

export function sentence(error: unknown): string | undefined {
  if (error === null || error === undefined || error === "") return undefined;
  return typeof error === "string" ? error : JSON.stringify(error);
}
