import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { handOn } from "./faulty-proxy";
import { type ScriptedServer, type Seen, startScriptedServer } from "./scripted-server";

/** On its way to the platform, or on its way back when it has been carried out. */
type Side = "before" | "after";

/** One request that is held. */
export class Hold {
  private closed: Promise<unknown> | undefined;
  private let = () => {};
  private readonly opened = new Promise<void>((open) => {
    this.let = open;
  });

  constructor(
    readonly side: Side,
    private readonly request: RegExp,
    /** How many such requests are still to come, this one being the last. */
    private number: number,
  ) {}

  /** Whether it is this request; to be asked once about each. */
  picks({ method, path }: Seen): boolean {
    return this.request.test(`${method} ${path.split("?")[0]}`) && --this.number === 0;
  }

  async stop(response: ServerResponse): Promise<void> {
    this.closed = once(response, "close");
    await this.opened;
  }

  get isReached(): boolean {
    return this.closed !== undefined;
  }

  open(): void {
    this.let();
  }

  /** Lets it go on, until its reply has left. */
  async pass(): Promise<void> {
    this.open();
    await this.ended();
  }

  /** Its reply has left, or nobody is there any more to take one. */
  async ended(): Promise<void> {
    await this.closed;
  }
}

/** Stands before the platform, where a test can hold requests for as long as it wants. */
export class Gate {
  private holds: Hold[] = [];

  private constructor(private readonly server: () => ScriptedServer) {}

  static async before(platform: { url: string }): Promise<Gate> {
    const gate = new Gate(() => server);
    const server = await startScriptedServer((request, _index, response) =>
      gate.pass(platform.url, request, response),
    );
    return gate;
  }

  get url(): string {
    return this.server().url;
  }

  /** Holds the n-th such request to come. What is in braces is any one part of a path: `POST /groups/{id}`. */
  hold(side: Side, request: string, number = 1): Hold {
    const hold = new Hold(side, new RegExp(`^${request.replace(/\{\w+\}/g, "[^/]+")}$`), number);
    this.holds.push(hold);
    return hold;
  }

  /** Lets everything pass, also what is held. */
  open(): void {
    for (const hold of this.holds.splice(0)) hold.open();
  }

  close(): Promise<void> {
    this.open();
    return this.server().close();
  }

  private async pass(target: string, request: Seen, response: ServerResponse) {
    const [hold] = this.holds.filter((one) => one.picks(request));
    if (hold?.side === "before") await hold.stop(response);
    // Whoever was sending it has gone: it never arrives.
    if (response.destroyed) return "silence";
    const answer = await handOn(target, request);
    if (hold?.side === "after") await hold.stop(response);
    return answer;
  }
}
