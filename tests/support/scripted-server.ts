import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as a server saw it. */
export interface Seen {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingMessage["headers"];
  /** Names and values in turn, as they came over the wire. */
  rawHeaders: string[];
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Text goes out as it is, anything else as JSON. */
  body?: unknown;
}

/** An answer, "break" to drop the connection, "silence" to say nothing, or full control of the response. */
export type Script = (
  request: Seen,
  /** How many requests came before. */
  index: number,
  response: ServerResponse,
) => Answer | "break" | "silence" | Promise<Answer | "break" | "silence">;

export interface ScriptedServer {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
}

/** A server on a loopback socket that answers as a test tells it to. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(parts).toString(),
    };
    seen.push(one);
    const answer = await script(one, seen.length - 1, response);
    if (answer === "silence") return;
    if (answer === "break") request.socket.destroy();
    else reply(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...(text !== undefined && { "content-type": "application/json" }),
    ...headers,
  });
  response.end(text);
}

/** The read that shows that a server is the API, where a reply of 404, 405 or 501 comes before any other. */
export const PROBE = "GET /streaming/ai/tasks?limit=1";

export function isProbe({ method, path }: Seen): boolean {
  return `${method} ${path}` === PROBE;
}

/** A script that answers the probe as the API does. */
export function asTheApi(script: Script): Script {
  return (request, ...rest) =>
    isProbe(request) ? { body: { count: 0, results: [] } } : script(request, ...rest);
}

/** An address that refuses connections. */
export async function closedAddress(): Promise<string> {
  const server = await startScriptedServer(() => "break");
  await server.close();
  return server.url;
}
