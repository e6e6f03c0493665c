import type { RequestObserver } from "../../log/log";
import { type Clock, timeIn } from "../../util/clock";
import { Semaphore } from "../../util/semaphore";
import type { Call, Send } from "./call";
import type { ClientOptions } from "./client";
import { PlatformError } from "./error";

// How many requests are sent at the same time, how many in a second, and when a refused one is sent again.

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;
/** Maximum random addition to a `Retry-After` delay, as a share of it. */
const JITTER_SHARE = 0.1;

/** Upper bound of the back-off in milliseconds: it doubles with every failure, up to a maximum. */
export function maxBackoff(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
}

/**
 * Milliseconds of the `Retry-After` header, which is a number of seconds or a date, up to a maximum; 0 without the header.
 * Random jitter is added, so that callers with the same header do not retry at the same time.
 */
export function retryAfterDelay({ retryAfter = "" }: PlatformError, clock: Clock): number {
  const isNumber = /^\s*\d+\s*$/.test(retryAfter);
  const requested = isNumber ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - clock.wallTime();
  return Math.min(Math.max(0, requested || 0), MAX_RETRY_AFTER_MS) * (1 + JITTER_SHARE * clock.random());
}

const SECOND_MS = 1_000;
/** Used if the platform has accepted no request in the last second. */
const MIN_REQUESTS_PER_SECOND = 1;
/** Requests per second by which the rate grows in each second. */
const GROWTH = 1;

/** Whether the platform refused the request because of a rate limit, so that it can succeed later. */
export function isRateLimited(call: Call, { status, retryAfter }: PlatformError): boolean {
  if (status === 429) return call.retryOn429 !== false;
  return status === 503 && retryAfter !== undefined;
}

/**
 * Sends at most `maxConcurrentRequests` at the same time, first come first served. A waiting request whose signal aborts ends at once
 * and is never sent. undici's own queue does not support this.
 *
 * Keeps all requests of an account within the rate that the platform accepts. There is no limit until the platform
 * refuses a request with 429, or with 503 and `Retry-After`. Then all requests pause together, and continue at half of
 * the rate that the platform accepted until then. From there the rate grows by a constant. The rate limit comes after the limit of
 * concurrent requests, so that a request is sent as soon as the rate limit lets it pass.
 */
export function withLimits(send: Send, { maxConcurrentRequests, clock, observer }: ClientOptions): Send {
  const places = new Semaphore(maxConcurrentRequests);
  const gate = new RateGate(clock, observer);
  const sendInTurn: Send = async (call) => {
    const sentAt = await gate.acquire(call);
    call.onStep?.("passed");
    try {
      const reply = await send(call);
      gate.accepted();
      return reply;
    } catch (error) {
      if (error instanceof PlatformError) {
        if (isRateLimited(call, error)) gate.refused(sentAt, retryAfterDelay(error, clock));
        // A broken connection or a failed server shows nothing about the limit.
        else if (error.status !== undefined && error.status < 500) gate.accepted();
      }
      throw error;
    }
  };
  return async (call) => {
    await places.acquire(call.signal);
    call.onStep?.("admitted");
    return sendInTurn(call).finally(() => places.release());
  };
}

class RateGate {
  /** When requests were accepted, for the last second. */
  private readonly acceptedAt: number[] = [];
  private lastSent = Number.NEGATIVE_INFINITY;
  /** Requests per second directly after the last pause. */
  private baseRate = Number.POSITIVE_INFINITY;
  private pausedAt = Number.NEGATIVE_INFINITY;
  private resumesAt = Number.NEGATIVE_INFINITY;
  /** How many pauses there were since a request was accepted. */
  private pauses = 0;
  /** One request waits for its time to be sent, the others wait for that request. */
  private readonly mutex = new Semaphore(1);
  /** The requests that wait. */
  private readonly waiting = new Set<Call>();

  constructor(
    private readonly clock: Clock,
    private readonly observer: RequestObserver | undefined,
  ) {}

  /** Resolves with the time when the request may be sent; rejects with the reason of its signal. */
  acquire(call: Call): Promise<number> {
    this.waiting.add(call);
    this.report([call]);
    return this.turn(call).finally(() => this.waiting.delete(call));
  }

  private async turn({ signal }: Call): Promise<number> {
    await this.mutex.acquire(signal);
    try {
      for (let wait = this.delay(); wait > 0; wait = this.delay()) {
        await this.clock.sleep(wait, signal);
        this.report();
      }
      this.lastSent = this.clock.now();
      return this.lastSent;
    } finally {
      this.mutex.release();
    }
  }

  accepted(): void {
    this.pauses = 0;
    this.acceptedAt.push(this.clock.now());
    this.dropOldTimes();
  }

  refused(sentAt: number, requested: number): void {
    const { clock } = this;
    const now = clock.now();
    // Requests in flight at the same time are refused together: only the first refusal begins a new pause.
    const startsPause = sentAt > this.pausedAt;
    const backOff = startsPause ? (maxBackoff(this.pauses) * (1 + clock.random())) / 2 : 0;
    if (startsPause) {
      this.dropOldTimes();
      // If no request was accepted since the last pause, that pause was too short, whatever the rate.
      const rate = this.pauses > 0 ? this.baseRate : Math.min(this.rate(now), this.acceptedAt.length) / 2;
      this.baseRate = Math.max(MIN_REQUESTS_PER_SECOND, rate);
      this.pausedAt = now;
      this.pauses += 1;
    }
    this.resumesAt = Math.max(this.resumesAt, now + Math.max(backOff, requested));
    if (startsPause) this.observer?.onPause("rate limit", this.resumesAt - now);
    this.report();
  }

  /** The pause ends at a known time. After it, the requests wait for their turn at the lower rate. */
  private report(calls: Iterable<Call> = this.waiting): void {
    if (this.resumesAt === Number.NEGATIVE_INFINITY) return;
    const pause = this.resumesAt - this.clock.now();
    const text = pause > 0 ? `rate limited, next try at ${timeIn(pause, this.clock)}` : "rate limited";
    for (const { onWait } of calls) onWait?.(text);
  }

  private rate(now: number): number {
    return this.baseRate + (GROWTH * Math.max(0, now - this.resumesAt)) / SECOND_MS;
  }

  /** Milliseconds until the next request may be sent. */
  private delay(): number {
    const now = this.clock.now();
    return Math.ceil(Math.max(this.resumesAt, this.lastSent + SECOND_MS / this.rate(now)) - now);
  }

  private dropOldTimes(): void {
    const since = this.clock.now() - SECOND_MS;
    while (this.acceptedAt.length > 0 && (this.acceptedAt[0] as number) <= since) this.acceptedAt.shift();
  }
}
