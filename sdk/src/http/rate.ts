import type { Clock } from "../util/clock";
import type { Call, Send } from "./call";
import { PlatformError } from "./error";
import { notSent } from "./not-sent";
import { longestBackOff, requestedPause } from "./pauses";
import { Slots } from "./queue";

const SECOND = 1_000;
/** How far back sent requests are remembered, to learn the rate that the platform accepts. */
const MEMORY = 5 * SECOND;
/** The share of the accepted rate that is used: at the full rate every small delay on the way is a refusal. */
const MARGIN = 0.95;
/** Requests per second where the platform has accepted none of late. */
const LOWEST_RATE = 1;
/** Milliseconds in which the rate doubles after a refusal: while it is still unknown, and once it is known. */
const SEARCH = 3 * SECOND;
const PROBE = 20 * SECOND;

/** Whether the platform refuses the request because of the number of requests, so that it succeeds later. */
export function isRateLimited(call: Call, { status, retryAfter }: PlatformError): boolean {
  if (status === 429) return call.retryLimited !== false;
  return status === 503 && retryAfter !== undefined;
}

/**
 * Keeps all requests of an account within the rate that the platform accepts. There is no limit until the platform
 * refuses a request with 429, or with 503 and `Retry-After`. Then all requests pause together, and go on at the rate
 * that the platform accepted until then. From there the rate grows with the cube of the time: slowly while it is near
 * the limit, and soon without bound where the limit has gone.
 */
export function withRateGate(send: Send, clock: Clock): Send {
  const gate = new RateGate(clock);
  return async (call) => {
    const sentAt = await gate.pass(call.signal).catch((reason: unknown) => {
      throw notSent(call, reason);
    });
    try {
      const reply = await send(call);
      gate.accepted();
      return reply;
    } catch (error) {
      if (error instanceof PlatformError && isRateLimited(call, error))
        gate.refused(sentAt, requestedPause(error, clock));
      else gate.accepted();
      throw error;
    }
  };
}

class RateGate {
  /** Times of the requests that were sent of late and not refused, in order. */
  private sent: number[] = [];
  private lastSent = Number.NEGATIVE_INFINITY;
  /** Requests per second when the gate opened after the last refusal. */
  private base = Number.POSITIVE_INFINITY;
  private doubling = SEARCH;
  private opensAt = Number.NEGATIVE_INFINITY;
  /** When the last pause began, the rate until then, and the number of pauses since a request was accepted. */
  private pausedAt = Number.NEGATIVE_INFINITY;
  private rateBefore = Number.POSITIVE_INFINITY;
  private pauses = 0;
  /** One request waits for the gate to open, the others for that one. */
  private readonly turn = new Slots(1);

  constructor(private readonly clock: Clock) {}

  /** Resolves with the time when the request may be sent; rejects with the signal's reason. */
  async pass(signal?: AbortSignal): Promise<number> {
    await this.turn.take(signal);
    try {
      for (let wait = this.wait(); wait > 0; wait = this.wait()) await this.clock.sleep(wait, signal);
      this.lastSent = this.clock.now();
      this.forget();
      this.sent.push(this.lastSent);
      return this.lastSent;
    } finally {
      this.turn.release();
    }
  }

  accepted(): void {
    this.pauses = 0;
  }

  refused(sentAt: number, requested: number): void {
    const { clock } = this;
    const now = clock.now();
    this.forget();
    const index = this.sent.indexOf(sentAt);
    if (index >= 0) this.sent.splice(index, 1);
    // Requests that were on their way together are refused together: only the first of them begins a new pause.
    const isFirst = sentAt > this.pausedAt;
    const backOff = isFirst ? (longestBackOff(this.pauses) * (1 + clock.random())) / 2 : 0;
    if (isFirst) {
      this.rateBefore = this.rate(now);
      this.pausedAt = now;
      this.pauses += 1;
    }
    this.opensAt = Math.max(this.opensAt, now + Math.max(backOff, requested));
    this.base = Math.max(LOWEST_RATE, MARGIN * Math.min(this.rateBefore, busiestSecond(this.sent)));
    this.doubling = this.rateBefore < 2 * this.base ? PROBE : SEARCH;
  }

  private rate(now: number): number {
    return this.base * (1 + (Math.max(0, now - this.opensAt) / this.doubling) ** 3);
  }

  /** Milliseconds until the next request may be sent. */
  private wait(): number {
    const now = this.clock.now();
    return Math.ceil(Math.max(this.opensAt, this.lastSent + SECOND / this.rate(now)) - now);
  }

  private forget(): void {
    const since = this.clock.now() - MEMORY;
    const kept = this.sent.findIndex((time) => time > since);
    this.sent.splice(0, kept < 0 ? this.sent.length : kept);
  }
}

/** The most that were sent within one second. */
function busiestSecond(times: number[]): number {
  let first = 0;
  let most = 0;
  times.forEach((time, index) => {
    while (time - (times[first] as number) >= SECOND) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}
