import { type Operation, ok, operation } from "../../http/operation";
import { fieldErrors } from "../../http/shapes";
import type { Area } from "../area";
import { builtInAnswer } from "./numbers";
import { type AnalyticsAnswer, type AnalyticsRequest, analyticsRequest, braceError } from "./query";

export type AnalyticsAnswering = (request: AnalyticsRequest) => AnalyticsAnswer;

/** There is no engine behind the queries: whoever owns the simulator says what they are answered. */
export interface AnalyticsHandle {
  /** From now on queries are answered by the function; by the built-in numbers again without one. */
  answer(answering?: AnalyticsAnswering): void;
}

export function analyticsArea(): Area<AnalyticsHandle> {
  let answering: AnalyticsAnswering = builtInAnswer;
  return {
    handle: {
      answer: (wanted = builtInAnswer) => {
        answering = wanted;
      },
    },
    operations: [query((request) => answering(request))],
    errors: { under: ["/cdn/advanced"], shape: fieldErrors },
    state: () => ({ answers: answering === builtInAnswer ? "built-in" : "set" }),
  };
}

/** Errors in a query are no errors of HTTP. */
function query(answering: AnalyticsAnswering): Operation {
  return operation({
    method: "POST",
    path: "/cdn/advanced/v2/query",
    documented: true,
    body: analyticsRequest,
    handle: ({ body }) => {
      const message = braceError(body.query);
      return ok(message === undefined ? answering(body) : { data: null, errors: [{ message }] });
    },
  });
}
