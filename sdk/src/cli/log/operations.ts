import type { EventContext, OfOperation, OperationEvent, RequestEvent } from "../../log/events";
import { nameOf } from "../../pulumi/names";
import { printableName } from "../../util/text";
import { type LoggedRun, objectKey } from "./runs";

/** An operation of a run, with its requests. */
export interface LoggedOperation {
  /** Absent if the log does not have the end of the operation: the process was killed, or still runs. */
  end: OperationEvent | undefined;
  urn: string | undefined;
  /** The name of the resource in the program; its id, if the log does not have the name. */
  name: string;
  type: string;
  requests: RequestEvent[];
}

/** The operations of a run, in the order of their ends. Those without an end come last. */
export function operationsOf({ events, urns }: LoggedRun): LoggedOperation[] {
  const requests = new Map<string, RequestEvent[]>();
  for (const event of events)
    if (event.event === "request" && event.operationId !== undefined) {
      const key = keyOf(event);
      requests.set(key, [...(requests.get(key) ?? []), event]);
    }
  const ended = events
    .filter((event) => event.event === "operation")
    .map((end) => {
      const urn = end.urn ?? urns.get(objectKey(end));
      const own = requests.get(keyOf(end)) ?? [];
      requests.delete(keyOf(end));
      return described(end, urn, own);
    });
  const others = [...requests.values()].map((own) => described(undefined, own[0]?.urn, own));
  return [...ended, ...others];
}

/** Whether the operation failed, or has no end. */
export function isFailed({ end }: LoggedOperation): boolean {
  return end === undefined || end.outcome === "failed" || end.outcome === "partial";
}

/** What the operation did, in one word. */
export function kindOf({ end }: LoggedOperation): string {
  if (end === undefined) return "not ended";
  return end.operation === "call" ? "function" : end.operation;
}

function described(
  end: OperationEvent | undefined,
  urn: string | undefined,
  requests: RequestEvent[],
): LoggedOperation {
  const type = end?.type ?? urn?.split("::").at(2)?.split(":").at(-1) ?? "";
  const resource = urn === undefined ? end?.id : nameOf(urn);
  const name = end?.operation === "call" ? type : (resource ?? (type || "an operation"));
  return { end, urn, name: printableName(name), type: printableName(type), requests };
}

/** The number of an operation is that of its process. */
function keyOf({ pid, operationId }: EventContext & OfOperation): string {
  return `${pid} ${operationId}`;
}
