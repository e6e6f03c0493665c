import type { Asked } from "./asked";
import type { Kind } from "./kinds";

/**
 * What comes of a fault. ✓: the run has converged all the same. ●: it has ended with an error that names what went
 * wrong, and the next run has converged. ○: it has gone on as where the deployment does not have the operation.
 */
export type Mark = "✓" | "●" | "○";

export interface Outcome {
  /** Undefined where nothing has happened, as a fault of tasks to a request that starts none. */
  mark?: Mark;
  /** The error with which the run has ended. */
  error?: string;
  /** What is not as it has to be. */
  problems: string[];
}

/** Which of the requests: the first one, or all of the run. */
export type Which = "#1" | "";

/** An operation of the platform that is asked for at one step of something's life: a row of the matrix. */
export interface Row extends Asked {
  /** Of whom, such as a resource. */
  name: string;
  step: string;
  /** What comes of it when requests for the operation go wrong. */
  meet(kind: Kind, which: Which): Promise<Outcome>;
}

export interface Cell {
  row: Row;
  kind: Kind;
  which: Which;
}

export function nameOf({ row, kind, which }: Cell): string {
  const what = kind.outage ? `${kind.fault} from ${row.operation} on` : ruleOf(row, kind, which);
  return `${row.name} / ${row.step} / ${what}`;
}

/** As a rule of the simulator. */
export function ruleOf({ operation, from }: Asked, { fault, outage }: Kind, which: Which): string {
  return outage ? `${fault}#${from}+` : `${fault}@${operation}${which}`;
}

/** All cells of a row. Whether a request that only reads has been carried out does not matter. */
export function cellsOf(row: Row, kinds: Kind[]): Cell[] {
  return kinds
    .filter((kind) => !kind.ofChanges || !row.operation.startsWith("GET "))
    .flatMap((kind) =>
      (kind.outage ? ([""] as const) : (["#1", ""] as const)).map((which) => ({ row, kind, which })),
    );
}

/** The error that work ends with, if it does. */
export function errorOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
}

/** Does work for each of many, some at once. */
export async function forEach<T>(many: T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const rest = many.values();
  const worker = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
