import type {
  EventContext,
  LogEvent,
  OfOperation,
  OperationEvent,
  PauseEvent,
  RequestEvent,
} from "../../log/events";
import { classOf, nameOf } from "../../pulumi/names";
import { printableName } from "../../util/text";

/** An operation of a run, with its requests. */
export interface LoggedOperation {
  /** Absent if the log does not have the end of the operation: the process was killed, or still runs. */
  end: OperationEvent | undefined;
  urn: string | undefined;
  /** The name of the resource in the program; its id, if the log does not have the name. */
  name: string;
  type: string;
  requests: RequestEvent[];
  /** The planned length of the pauses before retries. */
  retryMs: number;
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
  const ended = events
    .filter((event) => event.event === "operation")
    .map((end) => {
      const key = operationKey(end);
      const own = byOperation.get(key) ?? [];
      byOperation.delete(key);
      return described(end, end.urn ?? urns.get(objectKey(end)), own);
    });
  const others = [...byOperation.values()].map((own) => described(undefined, own[0]?.urn, own));
  return [...ended, ...others];
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

/** What was done to which resource. */
export function titleOf({ end, name, type }: LoggedOperation): string {
  const of = type !== "" && type !== name ? `${name} (${type})` : name;
  return `${kindOf({ end })} ${of}`;
}

function described(
  end: OperationEvent | undefined,
  urn: string | undefined,
  own: readonly (RequestEvent | PauseEvent)[],
): LoggedOperation {
  const type = end?.type ?? classOf(urn ?? "");
  const resource = urn === undefined ? end?.id : nameOf(urn);
  const name = end?.operation === "call" ? type : (resource ?? (type || "an operation"));
  const requests = own.filter((event) => event.event === "request");
  const retryMs = own.reduce((sum, event) => sum + (event.event === "pause" ? event.ms : 0), 0);
  return { end, urn, name: printableName(name), type: printableName(type), requests, retryMs };
}

/** Identifies the object of an operation in a log. */
export function objectKey({ type, id }: Pick<OperationEvent, "type" | "id">): string {
  return `${type} ${id}`;
}

/** Identifies an operation in a run: the number of an operation is that of its process. */
export function operationKey({ pid, operationId }: EventContext & OfOperation): string {
  return `${pid} ${operationId}`;
}
