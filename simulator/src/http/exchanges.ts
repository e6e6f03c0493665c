import type { FastifyReply, FastifyRequest } from "fastify";
import { isOwnPath } from "../control/paths";
import type { Problem } from "../core/problem";
import type { Settings } from "../options";
import { admissionProblem } from "./admission";
import { accessOf } from "./auth";
import type { BodyText } from "./body";
import type { Disturbance, Interference } from "./interference";
import { routeOf } from "./paths";
import { beginningOf, type Opened, type OpenRecord, openRecord, type Recorder } from "./recorder";
import type { Answer } from "./wire";

/** A request without a reply yet: its record, and what decides about the reply. */
export interface Exchange {
  readonly record: OpenRecord;
  /** Why the request is refused by its head alone. */
  readonly refusal: Problem | undefined;
  readonly disturbance: Disturbance | undefined;
  /** Records the body. */
  received(body: BodyText): void;
  /** Records the reply. */
  sending(answer: Answer): void;
}

/** The requests without a reply. Those to the simulator's own endpoints are not recorded and have no faults. */
export class Exchanges {
  readonly #settings: Settings;
  readonly #recorder: Recorder;
  readonly #interference: Interference;
  readonly #exchanges = new WeakMap<FastifyRequest, Exchange>();

  constructor(settings: Settings, recorder: Recorder, interference: Interference) {
    this.#settings = settings;
    this.#recorder = recorder;
    this.#interference = interference;
  }

  /** Called when the head of a request has arrived. */
  arrived(request: FastifyRequest, reply: FastifyReply): Exchange {
    const route = routeOf(request);
    const access = accessOf(request.headers.authorization, route, this.#settings);
    const opened = openRecord(request.url, {
      at: this.#settings.now(),
      method: request.method,
      status: 0,
      processed: false,
      requestId: request.id,
      ...access,
    });
    const refusal = admissionProblem(request, access, this.#settings);
    const exchange = isOwnPath(route)
      ? this.#ownExchange(opened, refusal, reply)
      : this.#apiExchange(opened, refusal, request, reply);
    this.#exchanges.set(request, exchange);
    return exchange;
  }

  of(request: FastifyRequest): Exchange {
    const exchange = this.#exchanges.get(request);
    if (exchange === undefined) throw new Error(`Request ${request.id} has not arrived.`);
    return exchange;
  }

  #apiExchange(
    { record, setBody }: Opened,
    refusal: Problem | undefined,
    { url }: FastifyRequest,
    reply: FastifyReply,
  ): Exchange {
    const disturbance = this.#interference.meet(record);
    const request = this.#recorder.add(record);
    this.#recorder.grow(request, url.length);
    const { onRequest } = this.#settings;
    whenOver(reply, (milliseconds) => {
      request.milliseconds = milliseconds;
      this.#recorder.changed();
      onRequest(record, milliseconds);
    });
    const received = (body: BodyText): void => {
      setBody(body);
      if (body.text === undefined) return;
      request.body = beginningOf(body.text);
      this.#recorder.grow(request, body.text.length);
    };
    const sending = ({ status, text }: Answer): void => {
      record.status = status;
      if (text !== undefined) request.reply = beginningOf(text);
      this.#recorder.changed();
    };
    return { record, refusal, disturbance, received, sending };
  }

  #ownExchange({ record, setBody }: Opened, refusal: Problem | undefined, reply: FastifyReply): Exchange {
    const { onControl } = this.#settings;
    whenOver(reply, (milliseconds) => onControl(record, milliseconds));
    const sending = ({ status }: Answer): void => {
      record.status = status;
    };
    return { record, refusal, disturbance: undefined, received: setBody, sending };
  }
}

function whenOver(reply: FastifyReply, then: (milliseconds: number) => void): void {
  const startedAt = performance.now();
  reply.raw.once("close", () => then(performance.now() - startedAt));
}
