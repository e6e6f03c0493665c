import type { FastifyReply, FastifyRequest } from "fastify";
import { isOwnPath } from "../control/paths";
import { asProblem, type Problem } from "../core/problem";
import type { Disturbance, Faults } from "../faults/faults";
import type { Settings } from "../options";
import { accessOf, admissionProblem, routeOf } from "./access";
import { answerOf, errorAnswer } from "./answers";
import { type BodyText, parseBody } from "./body";
import type { Reply } from "./operation";
import { beginningOf, type OpenRecord, type OpenRequest, openRecord, type Recorder } from "./recorder";
import { type Answer, deliver } from "./wire";

export interface Served {
  readonly settings: Settings;
  readonly recorder: Recorder;
  readonly faults: Faults;
}

/** What an admitted request does. An error is sent in the form of the area. */
export type Work = (body: unknown) => Reply;

/**
 * A request and its reply. Requests to the simulator's own endpoints are not recorded and have no faults.
 */
export class Exchange {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #record: OpenRecord;
  #body: BodyText = { text: undefined, contentType: undefined };
  readonly #recorder: Recorder;
  /** Undefined for the simulator's own endpoints. */
  readonly #recorded: OpenRequest | undefined;
  /** Why the request is refused by its head. */
  readonly #refusal: Problem | undefined;
  readonly #disturbance: Disturbance | undefined;

  /** The head of the request has arrived. */
  constructor(request: FastifyRequest, reply: FastifyReply, { settings, recorder, faults }: Served) {
    const access = accessOf(request, settings);
    this.#request = request;
    this.#reply = reply;
    this.#recorder = recorder;
    this.#refusal = admissionProblem(request, access, settings);
    const head = { at: settings.now(), method: request.method, requestId: request.id, ...access };
    const record = openRecord(request.url, { ...head, status: 0, processed: false }, () => this.#body);
    this.#record = record;
    const isOwn = isOwnPath(routeOf(request));
    if (!isOwn) {
      this.#disturbance = faults.meet(record);
      this.#recorded = recorder.add(record);
      recorder.grow(this.#recorded, request.url.length);
    }
    const startedAt = performance.now();
    reply.raw.once("close", () => {
      const milliseconds = performance.now() - startedAt;
      if (this.#recorded) this.#recorded.milliseconds = milliseconds;
      if (!isOwn) recorder.changes.report();
      (isOwn ? settings.onControl : settings.onRequest)(record, milliseconds);
    });
  }

  /** Whether the reply does not depend on the body. */
  get isDecided(): boolean {
    return this.#refusal !== undefined || this.#disturbance?.unread === true;
  }

  set reason(reason: string) {
    this.#record.reason = beginningOf(reason);
  }

  /** Refuses the request or does its work, with the faults that happen to it, and sends the reply. */
  conclude(work: Work): Promise<void> {
    this.#receiveBody();
    const delivery = this.#disturbance?.conduct({
      proceed: () => this.#proceed(work),
      refuse: (problem) => this.#refuse(problem),
      happened: (fault) => this.#addFault(fault),
    });
    return deliver(delivery ?? { kind: "answer", answer: this.#proceed(work) }, this.#reply, (answer) =>
      this.#sending(answer),
    );
  }

  #proceed(work: Work): Answer {
    const answer = this.#attempt(work);
    this.#record.processed = answer.status < 400;
    return answer;
  }

  #attempt(work: Work): Answer {
    try {
      if (this.#refusal) throw this.#refusal;
      const { value, problem } = parseBody(this.#body);
      if (problem && !this.#request.is404) throw problem;
      return answerOf(work(value), this.#request.id);
    } catch (error) {
      const problem = asProblem(error);
      this.reason = problem.message;
      return this.#refuse(problem);
    }
  }

  #refuse(problem: Problem): Answer {
    return errorAnswer(problem, routeOf(this.#request), this.#request.id);
  }

  /** The body of a refused request has not been read. */
  #receiveBody(): void {
    const { body, headers } = this.#request;
    const text = typeof body === "string" && body !== "" ? body : undefined;
    this.#body = { text, contentType: headers["content-type"] };
    if (text === undefined || !this.#recorded) return;
    this.#recorded.body = beginningOf(text);
    this.#recorder.grow(this.#recorded, text.length);
  }

  /** Several faults may happen to one request. */
  #addFault(fault: string): void {
    const { fault: earlier } = this.#record;
    this.#record.fault = earlier === undefined ? fault : `${earlier} + ${fault}`;
  }

  #sending({ status, text }: Answer): void {
    this.#record.status = status;
    if (!this.#recorded) return;
    if (text !== undefined) this.#recorded.reply = beginningOf(text);
    this.#recorder.changes.report();
  }
}
