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

/** An operation of a run, with its requests. */
export interface LoggedOperation {
  /** Absent if the log does not have the end of the operation: the process was killed, or still runs. */
  end: OperationEvent | undefined;
  /** Identifies the operation in its run. */
  key: string;
  urn: string | undefined;
  /** The name of the resource in the program; its id, if the log does not have the name. */
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
  const parts = events.filter((event) => event.event === "request" || event.event === "pause");
  const byOperation = Map.groupBy(
    parts.filter(({ operationId }) => operationId !== undefined),
    operationKey,
  );
  const tasks = tasksByUrn(events);
  const ended = events
    .filter((event) => event.event === "operation")
    .map((end) => {
      const key = operationKey(end);
      const own = byOperation.get(key) ?? [];
      byOperation.delete(key);
      const urn = end.urn ?? urns.get(objectKey(end));
      return described(key, urn, own, tasks.get(urn ?? ""), end);
    });
  const others = [...byOperation].map(([key, own]) => {
    const urn = own[0]?.urn;
    return described(key, urn, own, tasks.get(urn ?? ""));
  });
  for (const { urn } of [...ended, ...others]) tasks.delete(urn ?? "");
  // Before its first request an operation may wait for the task of an earlier run.
  const waiting = [...tasks].map(([urn, states]) => described(urn, urn, [], states));
  return [...ended, ...others, ...waiting];
}

function tasksByUrn(events: readonly LogEvent[]): Map<string, TaskEvent[]> {
  const states = new Map<string, TaskEvent[]>();
  for (const event of events.filter((one) => one.event === "task"))
    for (const urn of event.urns ?? []) states.set(urn, [...(states.get(urn) ?? []), event]);
  return states;
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
  const resource = urn === undefined ? end?.id : nameOf(urn);
  const name = end?.operation === "call" ? type : (resource ?? (type || `operation ${key.split(" ")[1]}`));
  const requests = own.filter((event) => event.event === "request");
  const pauses = own.filter((event) => event.event === "pause");
  return {
    end,
    key,
    urn,
    name,
    type,
    requests,
    pauses,
    tasks: states.filter((state) => isDuring(end, state)),
  };
}

/** A resource that is replaced has two operations with its URN. */
function isDuring(end: OperationEvent | undefined, { time }: TaskEvent): boolean {
  if (end === undefined) return true;
  const [at, until] = [Date.parse(time), Date.parse(end.time)];
  return at >= until - end.ms - 1 && at <= until + 1;
}

/** Identifies the object of an operation in a log. */
export function objectKey({ type, id }: Pick<OperationEvent, "type" | "id">): string {
  return `${type} ${id}`;
}

/** The number of an operation is that of its process. */
function operationKey({ pid, operationId }: EventContext & OfOperation): string {
  return `${pid} ${operationId}`;
}
