import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { EventSource } from "./operation";

/** A reply as it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is no body. */
  readonly text: string | undefined;
  /** The body comes from this source, event by event. */
  readonly events?: EventSource;
}

/** What the client of a request gets. */
export type Delivery = {
  /** Milliseconds to wait first. */
  readonly after?: number;
} & (
  | { readonly kind: "answer"; readonly answer: Answer }
  /** Only a part of the body is sent, then the connection ends. */
  | { readonly kind: "part"; readonly answer: Answer; readonly part: string }
  /** One byte of the body is sent every `pause` milliseconds, followed by spaces without end. */
  | { readonly kind: "drip"; readonly answer: Answer; readonly pause: number }
  | { readonly kind: "reset" }
  /** No reply, until the client disconnects or the server closes. */
  | { readonly kind: "silence" }
);

const BLANK = 0x20;
const MAX_BACKLOG_BYTES = 2 ** 24;

/** Calls `sending` right before a reply is sent. */
export async function deliver(
  delivery: Delivery,
  reply: FastifyReply,
  sending: (answer: Answer) => void,
): Promise<void> {
  const response = reply.hijack().raw;
  await elapsed(delivery.after ?? 0, response);
  if (response.destroyed || delivery.kind === "silence") return;
  if (delivery.kind === "reset") {
    response.req.socket.resetAndDestroy();
    return;
  }
  sending(delivery.answer);
  begin(delivery.answer, response);
  const { text = "" } = delivery.answer;
  if (delivery.kind === "part") breakOff(text, delivery.part, response);
  else if (delivery.kind === "drip") drip(text, delivery.pause, response);
  else if (delivery.answer.events) stream(delivery.answer.events, response);
  else response.end(delivery.answer.text);
}

/** Server-Sent Events. A client that does not read them is disconnected before they fill the memory. */
function stream(events: EventSource, response: ServerResponse): void {
  response.flushHeaders();
  const stop = events((event) => {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
    if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
  });
  response.once("close", stop);
}

function begin({ status, headers }: Answer, response: ServerResponse): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function breakOff(whole: string, part: string, response: ServerResponse): void {
  response.setHeader("content-length", Buffer.byteLength(whole));
  response.write(part, () => response.destroy());
}

function drip(text: string, pause: number, response: ServerResponse): void {
  const bytes = [...Buffer.from(text)];
  response.flushHeaders();
  const timer = setInterval(() => response.write(Buffer.of(bytes.shift() ?? BLANK)), pause);
  response.once("close", () => clearInterval(timer));
}

/** Ends early when the client disconnects or the server closes, so no timer outlives its connection. */
async function elapsed(milliseconds: number, response: ServerResponse): Promise<void> {
  if (milliseconds === 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    response.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
