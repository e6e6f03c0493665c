import type { Memory } from "../core/memory";
import type { Problem } from "../core/problem";
import type { Answer, Delivery } from "../http/wire";
import type { TaskEngine } from "../tasks/engine";

export interface Arrival {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

/** What a request does without faults. */
export interface Passage {
  /** Runs the operation. The result may be a refusal. */
  proceed(): Answer;
  /** The error in the form of the area that the path belongs to. */
  refuse(problem: Problem): Answer;
  /** Records a fault. */
  happened(fault: string): void;
}

/** What a fault reaches beyond the request at hand. */
export interface World {
  readonly tasks: TaskEngine;
  readonly memory: Memory;
  readonly settings: { readonly now: () => number };
}

/** A request in the hands of one fault. */
export interface Scene extends World, Pick<Passage, "refuse"> {
  readonly request: Arrival;
  /** Lets the request go on, through other faults and to its operation. It goes once, however often this is called. */
  proceed(): Delivery;
  /** Whether it has gone on, and its operation did not refuse it. */
  tookEffect(): boolean;
  /** The operation's reply once more: for requests that only read. */
  readAgain(): Answer;
  /** An effect on the requests to come, until it has happened so many times. */
  later(times: number, effect: Effect): void;
}

/** What becomes of the request; undefined when it gives the fault nothing to do, and then goes on as if there were none. */
export type Effect = (scene: Scene) => Delivery | undefined;

export function answered(answer: Answer): Delivery {
  return { kind: "answer", answer };
}
