import type { FastifyReply, FastifyRequest } from "fastify";
import { isControlPath } from "../control/paths";
import type { Settings } from "../options";
import { accessOf } from "./auth";
import type { Disturbance, Interference } from "./interference";
import type { OpenRecord, Query, Recorder } from "./recorder";

/** A request under way: what is recorded of it, and what stands between it and its reply. */
export interface Exchange {
  readonly record: OpenRecord;
  readonly disturbance: Disturbance | undefined;
}

/** The requests under way. Control endpoints leave no record, and nothing comes between. */
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
    const isControl = isControlPath(record.path);
    const disturbance = isControl ? undefined : this.#interference.meet(record);
    const exchange = { record, disturbance };
    this.#underWay.set(request, exchange);
    if (!isControl) this.#follow(record, reply);
    return exchange;
  }

  of(request: FastifyRequest): Exchange {
    const exchange = this.#underWay.get(request);
    if (exchange === undefined) throw new Error(`Request ${request.id} has not arrived.`);
    return exchange;
  }

  /** Recorded from its arrival on, and told once it is over, with a reply or without. */
  #follow(record: OpenRecord, reply: FastifyReply): void {
    const startedAt = performance.now();
    this.#recorder.add(record);
    reply.raw.once("close", () => this.#settings.onRequest(record, performance.now() - startedAt));
  }
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
