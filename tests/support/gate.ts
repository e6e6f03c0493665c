import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { forward } from "./faulty-proxy";
import { type ReceivedRequest, type ScriptedServer, startScriptedServer } from "./scripted-server";

/** Whether a request is held before it is forwarded, or its reply is held after the platform has processed it. */
type Side = "before" | "after";

/** A request that is held. */
export class Hold {
  private closed: Promise<unknown> | undefined;
  private resolveReleased = () => {};
  private readonly released = new Promise<void>((resolve) => {
    this.resolveReleased = resolve;
  });

  constructor(
    readonly side: Side,
    private readonly request: RegExp,
    /** The request is the n-th matching one from now on. */
    private number: number,
  ) {}

  /** Whether this is the request to hold. Must be called once for each request. */
  matches({ method, path }: ReceivedRequest): boolean {
    return this.request.test(`${method} ${path.split("?")[0]}`) && --this.number === 0;
  }

  async waitForRelease(response: ServerResponse): Promise<void> {
    this.closed = once(response, "close");
    await this.released;
  }

  get isReached(): boolean {
    return this.closed !== undefined;
  }

  release(): void {
    this.resolveReleased();
  }

  /** Waits until the reply is sent or the client has closed the connection. */
  async ended(): Promise<void> {
    await this.closed;
  }
}

/** A proxy of the platform that holds requests until a test releases them. */
export class Gate {
  private constructor(
    private readonly server: ScriptedServer,
    private readonly holds: Hold[],
  ) {}

  static async before(platform: { url: string }): Promise<Gate> {
    const holds: Hold[] = [];
    const server = await startScriptedServer(async (request, _index, response) => {
      const [hold] = holds.filter((one) => one.matches(request));
      if (hold?.side === "before") await hold.waitForRelease(response);
      // The client has closed the connection, so the request never arrives.
      if (response.destroyed) return "silence";
      const reply = await forward(platform.url, request);
      if (hold?.side === "after") await hold.waitForRelease(response);
      return reply;
    });
    return new Gate(server, holds);
  }

  get url(): string {
    return this.server.url;
  }

  /** Holds the n-th matching request from now on. Braces stand for one part of a path: `POST /groups/{id}`. */
  hold(side: Side, request: string, number = 1): Hold {
    const hold = new Hold(side, new RegExp(`^${request.replace(/\{\w+\}/g, "[^/]+")}$`), number);
    this.holds.push(hold);
    return hold;
  }

  /** Releases all requests, and holds no more. */
  releaseAll(): void {
    for (const hold of this.holds.splice(0)) hold.release();
  }

  close(): Promise<void> {
    this.releaseAll();
    return this.server.close();
  }
}
