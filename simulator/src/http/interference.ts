import type { Problem } from "../core/problem";
import type { Answer, Delivery } from "./wire";

/**
 * What may come between a request and its reply. The HTTP layer asks about each request and does as it is told; it
 * knows none of the reasons.
 */
export interface Interference {
  /** Asked once, in order of arrival: the head is there, nothing else has been read. */
  meet(arrival: Arrival): Disturbance | undefined;
}

export interface Arrival {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

export interface Disturbance {
  /** Whether it comes before the rest of the request is read; it then does not let the request proceed. */
  readonly unread: boolean;
  /** Decides in place of the operation what becomes of the request. */
  conduct(passage: Passage): Delivery;
}

export interface Passage {
  /** Has the operation do its work; that the request was refused is an answer as well. */
  proceed(): Answer;
  /** An error in the words of the area that the path belongs to. */
  refuse(problem: Problem): Answer;
  /** Puts a fault on record. */
  happened(fault: string): void;
}
