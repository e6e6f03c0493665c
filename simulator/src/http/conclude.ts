import type { FastifyReply, FastifyRequest } from "fastify";
import type { Area } from "../areas/area";
import { asProblem, type Problem } from "../core/problem";
import { answerOf, refusalOf } from "./answers";
import { parseBody } from "./body";
import type { Exchanges } from "./exchanges";
import type { Reply } from "./operation";
import { beginningOf, type OpenRecord } from "./recorder";
import { type Answer, deliver } from "./wire";

/** What an admitted request does. An error is sent in the format of the area. */
export type Work = (body: unknown) => Reply;

export type Conclude = (request: FastifyRequest, reply: FastifyReply, work: Work) => Promise<void>;

/** Ends each request: refuses it or does its work, with the faults that happen to it, and sends the reply. */
export function concluder(exchanges: Exchanges, areas: readonly Area[]): Conclude {
  return (request, reply, work) => {
    const { record, refusal, disturbance, received, sending } = exchanges.of(request);
    // The body of a refused request has not been read.
    const body = { text: textOf(request.body), contentType: request.headers["content-type"] };
    received(body);
    const refuse = (problem: Problem): Answer => refusalOf(problem, request, areas);
    const admitted = (): Reply => {
      if (refusal) throw refusal;
      const { value, problem } = parseBody(body);
      if (problem && !request.is404) throw problem;
      return work(value);
    };
    const proceed = (): Answer => {
      const answer = attempt(
        () => answerOf(admitted(), request),
        (problem) => {
          record.reason = beginningOf(problem.message);
          return refuse(problem);
        },
      );
      record.processed = answer.status < 400;
      return answer;
    };
    const happened = (fault: string): void => recordFault(record, fault);
    const delivery = disturbance?.conduct({ proceed, refuse, happened });
    return deliver(delivery ?? { kind: "answer", answer: proceed() }, reply, sending);
  };
}

function textOf(body: unknown): string | undefined {
  return typeof body === "string" && body !== "" ? body : undefined;
}

/** Several faults may happen to one request. */
function recordFault(record: OpenRecord, fault: string): void {
  record.fault = record.fault === undefined ? fault : `${record.fault} + ${fault}`;
}

function attempt(work: () => Answer, refuse: (problem: Problem) => Answer): Answer {
  try {
    return work();
  } catch (error) {
    return refuse(asProblem(error));
  }
}
