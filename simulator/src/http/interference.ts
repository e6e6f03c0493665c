import type { Problem } from "../core/problem";
import type { Answer, Delivery } from "./wire";

/** Decides whether a request is served as usual. The HTTP layer does not know the reasons, such as faults. */
export interface Interference {
  /** Called once for each request, in order of arrival, when its head has arrived. */
  meet(arrival: Arrival): Disturbance | undefined;
}

export interface Arrival {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

export interface Disturbance {
  /** Whether it happens before the body is read. The operation then does not run. */
  readonly unread: boolean;
  /** Decides what the client gets, and whether the operation runs. */
  conduct(passage: Passage): Delivery;
}

export interface Passage {
  /** Runs the operation. The result may be a refusal. */
  proceed(): Answer;
  /** The error in the format of the area that the path belongs to. */
  refuse(problem: Problem): Answer;
  /** Records a fault. */
  happened(fault: string): void;
}
