import type { FastifyReply, FastifyRequest } from "fastify";
import { isOwnPath } from "../control/paths";
import type { Settings } from "../options";
import { accessOf } from "./auth";
import type { Disturbance, Interference } from "./interference";
import type { OpenRecord, Query, Recorder } from "./recorder";
import type { Answer } from "./wire";

/** A request under way: what is recorded of it, and what stands between it and its reply. */
export interface Exchange {
  readonly record: OpenRecord;
  readonly disturbance: Disturbance | undefined;
  /** Takes note of what is sent. */
  sending(answer: Answer): void;
}

/** The requests under way. Those to the simulator's own endpoints leave no record, and nothing comes between. */
export class Exchanges {
  readonly #settings: Settings;
  readonly #recorder: Recorder;
  readonly #interference: Interference;
  readonly #underWay = new WeakMap<FastifyRequest, Exchange>();

  constructor(settings: Settings, recorder: Recorder, interference: Interference) {
    this.#settings = settings;
    this.#recorder = recorder;
    this.#interference = interference;
  }

  arrived(request: FastifyRequest, reply: FastifyReply): Exchange {
    const record = newRecord(request, this.#settings);
    const exchange = isOwnPath(record.path)
      ? this.#ownExchange(record, reply)
      : this.#apiExchange(record, reply);
    this.#underWay.set(request, exchange);
    return exchange;
  }

  of(request: FastifyRequest): Exchange {
    const exchange = this.#underWay.get(request);
    if (exchange === undefined) throw new Error(`Request ${request.id} has not arrived.`);
    return exchange;
  }

  /** Recorded from its arrival on, and told once it is over, with a reply or without. */
  #apiExchange(record: OpenRecord, reply: FastifyReply): Exchange {
    const disturbance = this.#interference.meet(record);
    const request = this.#recorder.add(record);
    const { onRequest } = this.#settings;
    whenOver(reply, (milliseconds) => {
      request.milliseconds = milliseconds;
      this.#recorder.changed();
      onRequest(record, milliseconds);
    });
    const sending = ({ status, text }: Answer): void => {
      record.status = status;
      if (text !== undefined) request.reply = text;
      this.#recorder.changed();
    };
    return { record, disturbance, sending };
  }

  #ownExchange(record: OpenRecord, reply: FastifyReply): Exchange {
    const { onControl } = this.#settings;
    whenOver(reply, (milliseconds) => onControl(record, milliseconds));
    const sending = ({ status }: Answer): void => {
      record.status = status;
    };
    return { record, disturbance: undefined, sending };
  }
}

function whenOver(reply: FastifyReply, then: (milliseconds: number) => void): void {
  const startedAt = performance.now();
  reply.raw.once("close", () => then(performance.now() - startedAt));
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

function newRecord(request: FastifyRequest, settings: Settings): OpenRecord {
  const path = pathOf(request);
  return {
    at: settings.now(),
    method: request.method,
    path,
    query: { ...(request.query as Query) },
    body: undefined,
    status: 0,
    processed: false,
    requestId: request.id,
    ...accessOf(request.headers.authorization, path, settings),
  };
}
