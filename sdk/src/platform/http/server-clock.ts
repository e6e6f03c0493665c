import type { Clock } from "../../util/clock";
import type { RawReply } from "./call";

/** When the server sent a reply, in milliseconds since the epoch; undefined without a valid `Date` header. */
export function serverTimeOf({ headers }: Pick<RawReply, "headers">): number | undefined {
  const time = Date.parse(headers.date ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Estimates the server's present time from the last reply with a date. `Date` has whole seconds. */
export class ServerClock {
  private last: { serverTime: number; arrivedAt: number } | undefined;

  constructor(private readonly clock: Clock) {}

  /** Takes the date of a reply that has just arrived. */
  observe(reply: Pick<RawReply, "headers">): void {
    const serverTime = serverTimeOf(reply);
    if (serverTime !== undefined) this.last = { serverTime, arrivedAt: this.clock.now() };
  }

  /** Milliseconds since the epoch; undefined before the first reply with a date. */
  now(): number | undefined {
    return this.last && this.last.serverTime + this.clock.now() - this.last.arrivedAt;
  }
}
