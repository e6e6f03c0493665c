import { z } from "zod";
import { snakeCaseKeys } from "../../util/camel";
import { parseTimestamp } from "../../util/clock";
import { jsonText, omitNullish } from "../../util/json";
import { ignoreMissing, isMissing } from "../evidence/answers";
import { getParsed } from "../http/parse-reply";
import type { Task } from "../tasks/task";
import type { Reader } from "./api";
import { listOptional, Page, readRecords } from "./pages";
import { TextId } from "./reply";

const TaskRecord = z.looseObject({
  state: z.string(),
  created_resources: z.record(z.string(), z.unknown()).nullish(),
});

/** The platform's record of a task, with all other fields that it sends. */
export type TaskRecord = z.infer<typeof TaskRecord>;

/** The tasks that create objects of one type. */
export interface CreatingTasks {
  type: string;
  /** The key of the created objects in the record of a task. */
  creates: string;
}

const ListedRecord = TaskRecord.extend({ id: TextId });

const DOCUMENTED_PATH = "/v1/tasks";
/** The path of the list. Some deployments have the tasks there as well, instead of under the documented path. */
const LIST_PATH = "/cloud/v1/tasks";

/** The task; undefined if the platform does not know it. */
export async function getTask(reader: Reader, id: string): Promise<Task | undefined> {
  const record = await getTaskRecord(reader, id).catch(ignoreMissing);
  return record && taskOf(id, record);
}

/**
 * `GET /cloud/v1/tasks`: so many tasks of the account, newest first; undefined if the deployment does not have the
 * operation.
 *
 * Waits use no filter. A filter by state would hide the tasks that have ended, and each would cost a second request. Tasks
 * of several projects and regions share one request. `from_timestamp` needs a clock that agrees with the platform's, and
 * its time zone is not certain.
 *
 * @param finishedType Only finished tasks of this type.
 */
export async function listNewestTasks({ get }: Reader, limit: number, finishedType?: string) {
  const filter = finishedType && { task_type: finishedType, state: "FINISHED" };
  const query = { order_by: "desc", limit, ...filter };
  // Without the list each task is polled alone, so a wrong conclusion costs only requests.
  const page = await getParsed(get, { path: LIST_PATH, query }, Page).catch(ignoreMissing);
  const records = page && readRecords(page.results, ListedRecord);
  // A finished task without the objects that it created is read alone, so it is left out of the list.
  return records
    ?.filter(({ state, created_resources: created }) => state !== "FINISHED" || created !== undefined)
    .map((record) => taskOf(record.id, record));
}

/**
 * The platform's record of the task: `GET /v1/tasks/{task_id}`, or `GET /cloud/v1/tasks/{task_id}` where the first is missing. The
 * path that works is remembered.
 */
export async function getTaskRecord(reader: Reader, id: string): Promise<TaskRecord> {
  const { taskPath } = reader.evidence;
  return getRecordAt(reader, taskPath ?? DOCUMENTED_PATH, id).catch(async (error: unknown) => {
    if (!isMissing(error) || taskPath !== undefined) throw error;
    const record = await getRecordAt(reader, LIST_PATH, id).catch(ignoreMissing);
    // If the task is missing under both paths, the error of the documented path is thrown.
    if (record === undefined) throw error;
    return record;
  });
}

/**
 * `GET /cloud/v1/tasks`: the unfinished tasks of a type in a place, such as a region; undefined if the deployment does not have
 * the operation.
 */
export async function listUnfinishedTasks(reader: Reader, type: string, place: object) {
  const inState = (state: string) => {
    const query = { task_type: type, ...(snakeCaseKeys(place) as object), state };
    return listOptional(reader, { path: LIST_PATH, query }, ListedRecord);
  };
  const [waiting, running] = [await inState("NEW"), await inState("RUNNING")];
  return waiting && running && [...waiting, ...running].map((record) => taskOf(record.id, record));
}

async function getRecordAt(reader: Reader, path: string, id: string): Promise<TaskRecord> {
  const record = await getParsed(reader.get, { path: `${path}/${encodeURIComponent(id)}` }, TaskRecord);
  reader.evidence.taskPath = path;
  return record;
}

function taskOf(id: string, record: TaskRecord): Task {
  const { user_id: user } = record;
  const [createdAt, finishedAt] = [parseTimestamp(record.created_on), parseTimestamp(record.finished_on)];
  const duration = (finishedAt ?? Number.NaN) - (createdAt ?? Number.NaN);
  return {
    id,
    state: record.state,
    ...(typeof record.task_type === "string" && { type: record.task_type }),
    ...((typeof user === "number" || typeof user === "string") && { user: String(user) }),
    error: errorText(record.error),
    // An invalid id cannot identify a created object.
    created: createdIds(record.created_resources ?? {}, (created) => TextId.safeParse(created).success),
    ...(duration >= 0 && { duration }),
    ...omitNullish({ createdAt, finishedAt }),
  };
}

/** The ids of created objects, by their type. */
export function createdIds(
  created: Record<string, unknown>,
  isId: (id: string) => boolean = () => true,
): Record<string, string[]> {
  const lists = Object.entries(created).flatMap(([type, ids]) =>
    Array.isArray(ids) ? [[type, ids.map(String).filter(isId)]] : [],
  );
  return Object.fromEntries(lists) as Record<string, string[]>;
}

export function errorText(error: unknown): string | undefined {
  if (error === null || error === undefined || error === "") return undefined;
  return typeof error === "string" ? error : jsonText(error);
}
