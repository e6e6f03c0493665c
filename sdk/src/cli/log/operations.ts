import type {
  EventContext,
  LogEvent,
  OfOperation,
  OperationEvent,
  PauseEvent,
  RequestEvent,
  TaskEvent,
} from "../../log/events";
import { classOf, nameOf } from "../../pulumi/names";
import { printableName } from "../../util/text";

/** Its first eight digits identify an object among those of a run. */
const UUID = /\b([\da-f]{8})(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** An operation of a run, with its requests. */
export interface LoggedOperation {
  /** Absent if the log does not have the end of the operation: the process was killed, or still runs. */
  end: OperationEvent | undefined;
  /** Identifies the operation in its run. */
  key: string;
  urn: string | undefined;
  /** The name of the resource in the program; its id with shortened UUIDs, if the log does not have the name. */
  name: string;
  type: string;
  requests: RequestEvent[];
  /** The pauses before retries. */
  pauses: PauseEvent[];
  /** The states of its tasks. */
  tasks: TaskEvent[];
}

/** The operations of a run, in the order of their ends. Those without an end come last. `urns` has URNs by `objectKey`. */
export function operationsOf(
  events: readonly LogEvent[],
  urns: ReadonlyMap<string, string>,
): LoggedOperation[] {
  const ends = new Map(events.filter(isEnd).map((end) => [operationKey(end), end]));
  const parts = Map.groupBy(events.filter(isPart), operationKey);
  const tasks = tasksByUrn(events);
  const operations = [...new Set([...ends.keys(), ...parts.keys()])].map((key) => {
    const [end, own = []] = [ends.get(key), parts.get(key)];
    const urn = end ? (end.urn ?? urns.get(objectKey(end))) : own[0]?.urn;
    return described(key, urn, own, tasks.get(urn ?? ""), end);
  });
  for (const { urn } of operations) tasks.delete(urn ?? "");
  // Before its first request an operation may wait for the task of an earlier run.
  return [...operations, ...[...tasks].map(([urn, states]) => described(urn, urn, [], states))];
}

function isEnd(event: LogEvent): event is OperationEvent {
  return event.event === "operation";
}

/** Other requests and pauses serve several operations. */
function isPart(event: LogEvent): event is RequestEvent | PauseEvent {
  return (event.event === "request" || event.event === "pause") && event.operationId !== undefined;
}

function tasksByUrn(events: readonly LogEvent[]): Map<string, TaskEvent[]> {
  const tasks = events.filter((event) => event.event === "task");
  const waits = tasks.flatMap((task) => (task.urns ?? []).map((urn) => ({ urn, task })));
  const groups = [...Map.groupBy(waits, ({ urn }) => urn)];
  return new Map(groups.map(([urn, all]) => [urn, all.map(({ task }) => task)]));
}

/** Whether the operation failed, or has no end. */
export function isFailed({ end }: Pick<LoggedOperation, "end">): boolean {
  return end === undefined || ["failed", "partial", "lost"].includes(end.outcome);
}

/** What the operation did, in one word. */
export function kindOf({ end }: Pick<LoggedOperation, "end">): string {
  if (end === undefined) return "not ended";
  return end.operation === "call" ? "function" : end.operation;
}

/** The same with its outcome: "create", "create failed". */
export function outcomeText({ end }: Pick<LoggedOperation, "end">): string {
  const { outcome = "done" } = end ?? {};
  return outcome === "done" ? kindOf({ end }) : `${kindOf({ end })} ${outcome}`;
}

/** The resource as text, with its type. */
export function resourceText({ name, type }: LoggedOperation): string {
  const of = type === "" || type === name ? "" : ` (${printableName(type)})`;
  return `${printableName(name)}${of}`;
}

function described(
  key: string,
  urn: string | undefined,
  own: readonly (RequestEvent | PauseEvent)[],
  states: readonly TaskEvent[] = [],
  end?: OperationEvent,
): LoggedOperation {
  const type = end?.type ?? classOf(urn ?? "");
  const resource = urn === undefined ? end?.id?.replace(UUID, "$1") : nameOf(urn);
  const name = end?.operation === "call" ? type : (resource ?? (type || `operation ${key.split(" ")[1]}`));
  const requests = own.filter((event) => event.event === "request");
  const pauses = own.filter((event) => event.event === "pause");
  return { end, key, urn, name, type, requests, pauses, tasks: states.filter((one) => isDuring(end, one)) };
}

/** A resource that is replaced has two operations with its URN. */
function isDuring(end: OperationEvent | undefined, { time }: TaskEvent): boolean {
  if (end === undefined) return true;
  const [at, until] = [Date.parse(time), Date.parse(end.time)];
  return at >= until - end.ms - 1 && at <= until + 1;
}

/** Identifies the object of an operation in a log. */
export function objectKey({ type, id }: { type: string; id?: string | undefined }): string {
  return `${type} ${id}`;
}

/** The number of an operation is that of its process. */
function operationKey({ pid, operationId }: EventContext & OfOperation): string {
  return `${pid} ${operationId}`;
}
