import type { OperationEvent } from "../../../../sdk/src/log/events";
import { at } from "../../../support/generated-log";

/** The end of an operation, so many milliseconds after the beginning of the run, in which it began. */
export const operation = (ms: number, facts: Partial<OperationEvent>): OperationEvent => ({
  ...{ ...at(ms), event: "operation", operation: "create", operationId: 1, type: "Router", outcome: "done" },
  ...{ ms, taskMs: 0, pollMs: 0, lockMs: 0 },
  ...facts,
});
