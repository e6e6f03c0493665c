import { FAULTS, type Fault } from "./faults";
import type { RequestedOperation } from "./requested-operations";

/** The result of a run with a fault. */
export interface Outcome {
  /** Whether the fault happened. A fault of tasks does not happen at a request that starts none. */
  happened: boolean;
  /** The expectations that were not met. */
  problems: string[];
}

/** Which requests for the operation get the fault: the first one, or all of the run. */
export type Which = "#1" | "";

/** A row of the matrix: an operation of the platform that a step of a scenario, or a call of a function, requests. */
export interface Row extends RequestedOperation {
  /** The scenario or the function. */
  name: string;
  step: string;
  /** Runs the step while requests for the operation get the fault, and then once more without faults. */
  run(fault: Fault, which: Which): Promise<Outcome>;
}

export interface Cell {
  row: Row;
  fault: Fault;
  which: Which;
}

/** The name of a cell in MATRIX_CELL. The hash of the name decides which cells are in the sample. */
export function nameOf({ row, fault, which }: Cell): string {
  const rule = fault.outage ? `${fault.rule} from ${row.operation} on` : ruleOf(row, fault, which);
  return `${row.name} / ${row.step} / ${rule}`;
}

/** The fault as a rule of the simulator. */
export function ruleOf(
  { operation, firstRequest }: RequestedOperation,
  { rule, outage }: Fault,
  which: Which,
): string {
  return outage ? `${rule}#${firstRequest}+` : `${rule}@${operation}${which}`;
}

/** All cells of a row. */
export function cellsOf(row: Row): Cell[] {
  const isChange = !row.operation.startsWith("GET ");
  return FAULTS.filter((fault) => isChange || !fault.changesOnly).flatMap((fault) =>
    (fault.outage ? ([""] as const) : (["#1", ""] as const)).map((which) => ({ row, fault, which })),
  );
}

/** The error with which the work fails, if it fails. */
export function errorOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
}
