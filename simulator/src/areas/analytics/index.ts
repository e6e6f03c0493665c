import { type Operation, ok, operation } from "../../http/operation";
import { fieldErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { Answers, answerKind } from "./answers";
import { builtInAnswer } from "./numbers";
import {
  type AnalyticsAnswer,
  type AnalyticsRequest,
  analyticsAnswer,
  analyticsRequest,
  braceError,
} from "./query";

export type AnalyticsAnswering = (request: AnalyticsRequest) => AnalyticsAnswer;

/** There is no engine behind the queries: whoever owns the simulator says what they are answered. */
export interface AnalyticsHandle {
  /** From now on the function answers queries. Without a function, the answers that control endpoints set, and otherwise the built-in numbers, do. */
  answer(answering?: AnalyticsAnswering): void;
}

export function analyticsArea({ memory }: AreaPlatform): Area<AnalyticsHandle> {
  const answers = new Answers(memory);
  const fallback: AnalyticsAnswering = (request) => {
    const { data, errors } = answers.find(request.query) ?? builtInAnswer(request);
    return errors === undefined ? { data } : { data, errors };
  };
  let answering = fallback;
  return {
    handle: {
      answer: (wanted = fallback) => {
        answering = wanted;
      },
    },
    operations: [query((request) => answering(request))],
    errors: { under: ["/cdn/advanced"], shape: fieldErrors },
    objects: [answerKind(answers)],
    state: () => ({ answers: answering === fallback ? "built-in" : "set" }),
  };
}

/** Errors in a query are no errors of HTTP. */
function query(answering: AnalyticsAnswering): Operation {
  return operation({
    method: "POST",
    path: "/cdn/advanced/v2/query",
    summary: "Query analytics",
    replies: { 200: analyticsAnswer },
    documented: true,
    body: analyticsRequest,
    handle: ({ body }) => {
      const message = braceError(body.query);
      return ok(message === undefined ? answering(body) : { data: null, errors: [{ message }] });
    },
  });
}
