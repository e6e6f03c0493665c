import type { Clock } from "../../util/clock";
import { maxBackoff, retryAfterDelay } from "./backoff";
import type { Call, Send } from "./call";
import { Semaphore } from "./concurrency";
import { PlatformError } from "./error";
import { notSent } from "./no-reply";
import type { RequestObserver } from "./trace";

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
 * Keeps all requests of an account within the rate that the platform accepts. There is no limit until the platform
 * refuses a request with 429, or with 503 and `Retry-After`. Then all requests pause together, and continue at half of
 * the rate that the platform accepted until then. From there the rate grows by a constant.
 */
export function withRateLimit(send: Send, clock: Clock, observer?: Pick<RequestObserver, "onPause">): Send {
  const gate = new RateGate(clock, observer);
  return async (call) => {
    const sentAt = await gate.acquire(call.signal).catch((reason: unknown) => {
      throw notSent(call, reason);
    });
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

  constructor(
    private readonly clock: Clock,
    private readonly observer: Pick<RequestObserver, "onPause"> | undefined,
  ) {}

  /** Resolves with the time when the request may be sent; rejects with the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<number> {
    await this.mutex.acquire(signal);
    try {
      for (let wait = this.delay(); wait > 0; wait = this.delay()) await this.clock.sleep(wait, signal);
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
