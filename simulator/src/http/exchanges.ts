import type { FastifyRequest } from "fastify";
import { isControlPath } from "../control/paths";
import type { Settings } from "../options";
import { acceptedKey } from "./auth";
import type { OpenRecord, Query, Recorder } from "./recorder";

interface Exchange {
  readonly record: OpenRecord;
  readonly startedAt: number;
}

/** The requests under way, and what is recorded of each. Control endpoints leave no record. */
export class Exchanges {
  readonly #settings: Settings;
  readonly #recorder: Recorder;
  readonly #underWay = new WeakMap<FastifyRequest, Exchange>();

  constructor(settings: Settings, recorder: Recorder) {
    this.#settings = settings;
    this.#recorder = recorder;
  }

  arrived(request: FastifyRequest): void {
    const record = newRecord(request, this.#settings);
    this.#underWay.set(request, { record, startedAt: performance.now() });
    if (!isControlPath(record.path)) this.#recorder.add(record);
  }

  hasKey(request: FastifyRequest): boolean {
    return this.#underWay.get(request)?.record.authorized ?? false;
  }

  carried(request: FastifyRequest, body: unknown): void {
    const exchange = this.#underWay.get(request);
    if (exchange !== undefined) exchange.record.body = body;
  }

  answered(request: FastifyRequest, status: number): void {
    const exchange = this.#underWay.get(request);
    if (exchange !== undefined) exchange.record.status = status;
  }

  ended(request: FastifyRequest): void {
    const exchange = this.#underWay.get(request);
    if (exchange === undefined || isControlPath(exchange.record.path)) return;
    this.#settings.onRequest(exchange.record, performance.now() - exchange.startedAt);
  }
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

function newRecord(request: FastifyRequest, settings: Settings): OpenRecord {
  const keyIndex = acceptedKey(request.headers.authorization, settings.apiKeys);
  return {
    at: settings.now(),
    method: request.method,
    path: pathOf(request),
    query: { ...(request.query as Query) },
    body: undefined,
    status: 0,
    requestId: request.id,
    authorized: keyIndex !== undefined,
    keyIndex,
  };
}
