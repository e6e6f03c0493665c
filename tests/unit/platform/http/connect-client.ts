import type { Call } from "../../../../sdk/src/platform/http/call";
import { type ClientOptions, createClient } from "../../../../sdk/src/platform/http/client";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import {
  type Script,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from "../../../support/scripted-server";
import { failureOf, settle } from "../../../support/until";

// The clients are closed before the servers.
const { closeLater: disconnectLater } = useCleanup();
const { closeLater } = useCleanup();

/** A client of the package for one address, with a test clock. */
export function connect(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = new TestClock();
  const client = disconnectLater(
    createClient({
      baseUrl,
      apiKey: "the-secret-key",
      requestTimeout: 30_000,
      maxRetries: 4,
      maxConcurrentRequests: 10,
      userAgent: "pulumi-cloudplatform/test",
      clock,
      ...options,
    }),
  );
  return { client, clock };
}

/** A server that replies as a script says. */
export async function serve(script: Script): Promise<ScriptedServer> {
  return closeLater(await startScriptedServer(script));
}

/** A server that replies as a script says, and a client. `send` lets the time of pauses pass. */
export async function connectTo(script: Script, options: Partial<ClientOptions> = {}) {
  const { url, requests } = await serve(script);
  const { client, clock } = connect(url, options);
  const send = (call: Call) => settle(clock, client.send(call));
  return { url, seen: requests, client, clock, send };
}

export const fine: ScriptedReply = { body: { fine: true } };

/** A server that sends each reply when the test calls its entry in `answers`. */
export async function serveHeld() {
  const answers: Array<() => void> = [];
  const server = await serve(() => new Promise((resolve) => answers.push(() => resolve(fine))));
  return { url: server.url, requests: server.requests, answers };
}

export const busy = (status: number, headers = {}): ScriptedReply => ({
  ...{ status, headers },
  body: { message: "Not now." },
});

/** Sends the replies in turn, and then repeats the last one. */
export const inTurn =
  (...replies: Array<ScriptedReply | "break">): Script =>
  (_request, index) =>
    replies[Math.min(index, replies.length - 1)] as ScriptedReply;

/** An HTML page with this title. */
export const page = (status: number, title: string, type = "text/html"): ScriptedReply => ({
  status,
  body: `<html><title>${title}</title>`,
  headers: { "content-type": type },
});

/** The error for a reply of the platform. */
export async function refused(answer: ScriptedReply, apiKey = "the-secret-key"): Promise<PlatformError> {
  const { client } = await connectTo(() => answer, { maxRetries: 0, apiKey });
  return failureOf<PlatformError>(client.send({ method: "PATCH", path: "/cloud/v2/x", body: {} }));
}
