import type { Facts, Question } from "../../sdk/src/operation/acts";
import type { ListedCreation } from "../../sdk/src/operation/creation";
import { type Attempt, Decider, type Decision } from "../../sdk/src/operation/decide";
import { OPERATION_FACTS } from "./operation-facts";

export interface Given<S> {
  answer(question: Question<S>): unknown;
  facts?: Partial<Facts>;
  attempt?: Attempt | undefined;
  mayLag?: boolean | undefined;
  isWithinReach?(): boolean;
}

/** What is decided about a creation if the platform gives these answers. */
export function decisionOf<S extends object>(creation: ListedCreation<S>, given: Given<S>): Decision<S> {
  const { answer, facts, attempt, mayLag, isWithinReach = () => true } = given;
  const decider = new Decider(creation, isWithinReach, { ...OPERATION_FACTS, ...facts });
  const acts = decider.decide(attempt, mayLag);
  let next = acts.next();
  while (!next.done) next = acts.next(answer(next.value as Question<S>));
  return next.value;
}
