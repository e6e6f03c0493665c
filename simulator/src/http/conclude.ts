import type { FastifyReply, FastifyRequest } from "fastify";
import type { Area } from "../areas/area";
import { asProblem, type Problem } from "../core/problem";
import type { Settings } from "../options";
import { admit } from "./admission";
import { answerOf, refusalOf } from "./answers";
import { readBody } from "./body";
import type { Exchanges } from "./exchanges";
import type { Reply } from "./operation";
import type { OpenRecord } from "./recorder";
import { type Answer, deliver } from "./wire";

/** What is to be done about a request with this body; what it throws is answered in the words of the area. */
export type Work = (body: unknown) => Reply;

export type Conclude = (request: FastifyRequest, reply: FastifyReply, work: Work) => Promise<void>;

/** How every request ends: admitted or refused, worked on, answered, with whatever may come between. */
export function concluder(exchanges: Exchanges, areas: readonly Area[], settings: Settings): Conclude {
  return (request, reply, work) => {
    const { record, disturbance, sending } = exchanges.of(request);
    const body = readBody(request.body, request.headers["content-type"]);
    record.body = body.value;
    const refuse = (problem: Problem): Answer => refusalOf(problem, request, areas);
    const admitted = (): Reply => {
      // A missing key comes before anything else that is wrong.
      admit(request, record, body, settings);
      return work(body.value);
    };
    const proceed = (): Answer => {
      const answer = attempt(
        () => answerOf(admitted(), request),
        (problem) => {
          record.reason = problem.message;
          return refuse(problem);
        },
      );
      record.processed = answer.status < 400;
      return answer;
    };
    const happened = (fault: string): void => putOnRecord(record, fault);
    const delivery = disturbance?.conduct({ proceed, refuse, happened });
    return deliver(delivery ?? { kind: "answer", answer: proceed() }, reply, sending);
  };
}

/** Several faults may happen to one request. */
function putOnRecord(record: OpenRecord, fault: string): void {
  record.fault = record.fault === undefined ? fault : `${record.fault} + ${fault}`;
}

function attempt(work: () => Answer, refuse: (problem: Problem) => Answer): Answer {
  try {
    return work();
  } catch (error) {
    return refuse(asProblem(error));
  }
}
