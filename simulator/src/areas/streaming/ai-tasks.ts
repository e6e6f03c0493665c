import type { AiTaskQuery, AiTaskRecord } from "../../contract/streaming";
import { parseTimestamp } from "../../core/timestamps";
import type { Settings } from "../../options";

/** The matching tasks in ascending order, or the newest first if the query has no ordering. */
export function selectAiTasks(tasks: readonly AiTaskRecord[], query: AiTaskQuery): AiTaskRecord[] {
  const createdFrom = parseTimestamp(query.date_created ?? "") ?? Number.NEGATIVE_INFINITY;
  const matching = tasks.filter(
    (task) =>
      (query.task_id === undefined || query.task_id === task.task_id) &&
      (query.task_name === undefined || query.task_name === task.task_data.task_name) &&
      (query.status === undefined || query.status === task.status) &&
      startedAt(task) >= createdFrom &&
      mentions(task, query.search ?? ""),
  );
  if (query.ordering === undefined) return matching.sort((one, other) => startedAt(other) - startedAt(one));
  const key = keys[query.ordering];
  return matching.sort((one, other) => compare(key(one), key(other)));
}

const keys: Readonly<Record<NonNullable<AiTaskQuery["ordering"]>, (task: AiTaskRecord) => string | number>> =
  {
    task_id: (task) => task.task_id,
    status: (task) => task.status,
    task_name: (task) => task.task_data.task_name,
    started_at: startedAt,
  };

function compare(left: string | number, right: string | number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Also used as the time of creation, because tasks have no other time. */
function startedAt(task: AiTaskRecord): number {
  return parseTimestamp(task.processing_time.started_at) ?? Number.NaN;
}

/** Searches each value, without regard to case. The name of a task is in its data. */
function mentions(task: AiTaskRecord, search: string): boolean {
  const values = [task.task_id, task.status, ...Object.values(task.task_data)];
  const texts = values.map((value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")));
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

/** Links to the pages before and after this one, in the form that the settings select. */
export function pageLinks(
  { aiTaskPointer, aiTaskEnd }: Settings,
  address: string,
  { page, limit, ...filters }: AiTaskQuery,
  count: number,
): Record<string, string | null> {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const linkTo = (other: number): string => {
    const query = new URLSearchParams([["page", `${other}`], ["limit", `${limit}`], ...given]);
    return aiTaskPointer === "url" ? `${address}?${query}` : `${query}`;
  };
  const links = {
    next: page * limit < count ? linkTo(page + 1) : null,
    previous: page > 1 ? linkTo(page - 1) : null,
  };
  if (aiTaskEnd === "null") return links;
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== null));
}
