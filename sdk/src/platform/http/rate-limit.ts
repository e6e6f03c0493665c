import type { Clock } from "../../util/clock";
import { maxBackoff, retryAfterDelay } from "./backoff";
import type { Call, Send } from "./call";
import { Semaphore } from "./concurrency";
import { PlatformError } from "./error";
import { notSent } from "./no-reply";

const SECOND_MS = 1_000;
/** How long the times of sent requests are kept, to measure the rate that the platform accepts. */
const HISTORY_MS = 5 * SECOND_MS;
/** The share of the measured rate that is used: at the full rate, small network delays would cause refusals. */
const USED_SHARE_OF_RATE = 0.95;
/** Used if the platform has accepted no request lately. */
const MIN_REQUESTS_PER_SECOND = 1;
/** Time in which the rate doubles after a refusal, before and after two refusals have shown about the same limit. */
const DOUBLING_MS_UNKNOWN_LIMIT = 3 * SECOND_MS;
const DOUBLING_MS_KNOWN_LIMIT = 20 * SECOND_MS;

/** Whether the platform refused the request because of a rate limit, so that it can succeed later. */
export function isRateLimited(call: Call, { status, retryAfter }: PlatformError): boolean {
  if (status === 429) return call.retryOn429 !== false;
  return status === 503 && retryAfter !== undefined;
}

/**
 * Keeps all requests of an account within the rate that the platform accepts. There is no limit until the platform
 * refuses a request with 429, or with 503 and `Retry-After`. Then all requests pause together, and continue at the rate
 * that the platform accepted until then. From there the rate grows with the cube of the time: slowly near the old limit,
 * and then fast in case the limit no longer applies.
 */
export function withRateLimit(send: Send, clock: Clock): Send {
  const limiter = new RateLimiter(clock);
  return async (call) => {
    const sentAt = await limiter.acquire(call.signal).catch((reason: unknown) => {
      throw notSent(call, reason);
    });
    try {
      const reply = await send(call);
      limiter.accepted();
      return reply;
    } catch (error) {
      if (error instanceof PlatformError) {
        if (isRateLimited(call, error)) limiter.refused(sentAt, retryAfterDelay(error, clock));
        // A broken connection or a failed server shows nothing about the limit.
        else if (error.status !== undefined && error.status < 500) limiter.accepted();
      }
      throw error;
    }
  };
}

class RateLimiter {
  /** When the recent requests that were not refused were sent, in order. */
  private sent: number[] = [];
  private lastSent = Number.NEGATIVE_INFINITY;
  /** Requests per second directly after the last pause. */
  private baseRate = Number.POSITIVE_INFINITY;
  private doublingMs = DOUBLING_MS_UNKNOWN_LIMIT;
  private resumesAt = Number.NEGATIVE_INFINITY;
  /** When the last pause began, the rate before it, and the number of pauses since a request was accepted. */
  private pausedAt = Number.NEGATIVE_INFINITY;
  private rateBefore = Number.POSITIVE_INFINITY;
  private pauses = 0;
  /** One request waits for its time to be sent, the others wait for that request. */
  private readonly mutex = new Semaphore(1);

  constructor(private readonly clock: Clock) {}

  /** Resolves with the time when the request may be sent; rejects with the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<number> {
    await this.mutex.acquire(signal);
    try {
      for (let wait = this.delay(); wait > 0; wait = this.delay()) await this.clock.sleep(wait, signal);
      this.lastSent = this.clock.now();
      this.dropOldTimes();
      this.sent.push(this.lastSent);
      return this.lastSent;
    } finally {
      this.mutex.release();
    }
  }

  accepted(): void {
    this.pauses = 0;
  }

  refused(sentAt: number, requested: number): void {
    const { clock } = this;
    const now = clock.now();
    this.dropOldTimes();
    const index = this.sent.indexOf(sentAt);
    if (index >= 0) this.sent.splice(index, 1);
    // Requests in flight at the same time are refused together: only the first refusal begins a new pause.
    const startsPause = sentAt > this.pausedAt;
    const backOff = startsPause ? (maxBackoff(this.pauses) * (1 + clock.random())) / 2 : 0;
    if (startsPause) {
      this.rateBefore = this.rate(now);
      this.pausedAt = now;
      this.pauses += 1;
    }
    this.resumesAt = Math.max(this.resumesAt, now + Math.max(backOff, requested));
    this.baseRate = Math.max(
      MIN_REQUESTS_PER_SECOND,
      USED_SHARE_OF_RATE * Math.min(this.rateBefore, maxPerSecond(this.sent)),
    );
    this.doublingMs =
      this.rateBefore < 2 * this.baseRate ? DOUBLING_MS_KNOWN_LIMIT : DOUBLING_MS_UNKNOWN_LIMIT;
  }

  private rate(now: number): number {
    return this.baseRate * (1 + (Math.max(0, now - this.resumesAt) / this.doublingMs) ** 3);
  }

  /** Milliseconds until the next request may be sent. */
  private delay(): number {
    const now = this.clock.now();
    return Math.ceil(Math.max(this.resumesAt, this.lastSent + SECOND_MS / this.rate(now)) - now);
  }

  private dropOldTimes(): void {
    const since = this.clock.now() - HISTORY_MS;
    const kept = this.sent.findIndex((time) => time > since);
    this.sent.splice(0, kept < 0 ? this.sent.length : kept);
  }
}

/** The highest number of requests sent within one second. */
function maxPerSecond(times: number[]): number {
  let first = 0;
  let most = 0;
  times.forEach((time, index) => {
    while (time - (times[first] as number) >= SECOND_MS) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}
