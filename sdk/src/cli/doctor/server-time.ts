import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** The channel on which undici publishes the headers of each reply. */
const CHANNEL = "undici:request:headers";

/** Observes the clocks of the servers that this process sends requests to. */
export class ServerTime {
  /** How far the local clock was ahead of the server's at the last reply with a date, in milliseconds. */
  localLeadMs: number | undefined;

  private readonly onHeaders = (message: unknown): void => {
    const { headers } = (message as { response: { headers: Buffer[] } }).response;
    const index = headers.findIndex((name, at) => at % 2 === 0 && /^date$/i.test(name.toString()));
    const date = index < 0 ? Number.NaN : Date.parse(String(headers[index + 1]));
    if (!Number.isNaN(date)) this.localLeadMs = Date.now() - date;
  };

  start(): void {
    subscribe(CHANNEL, this.onHeaders);
  }

  stop(): void {
    unsubscribe(CHANNEL, this.onHeaders);
  }
}
