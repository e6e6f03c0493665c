import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server received it. */
export interface ReceivedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingMessage["headers"];
  /** Names and values in turn, as received. */
  rawHeaders: string[];
  body: string;
}

export interface ScriptedReply {
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown;
}

/**
 * The reply to a request, "break" to close the connection, or "silence" to send nothing. A script may also write to
 * the response itself.
 */
export type Script = (
  request: ReceivedRequest,
  /** The number of earlier requests. */
  index: number,
  response: ServerResponse,
) => ScriptedReply | "break" | "silence" | Promise<ScriptedReply | "break" | "silence">;

export interface ScriptedServer {
  url: string;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** A server on a loopback socket that replies as the script says. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one: ReceivedRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(parts).toString(),
    };
    requests.push(one);
    const reply = await script(one, requests.length - 1, response);
    if (reply === "silence") return;
    if (reply === "break") request.socket.destroy();
    else sendReply(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendReply(response: ServerResponse, { status = 200, headers = {}, body }: ScriptedReply): void {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...(text !== undefined && { "content-type": "application/json" }),
    ...headers,
  });
  response.end(text);
}

/** The request that checks that a server is the API, if a 404, 405 or 501 comes before any other reply. */
export const PROBE = "GET /streaming/ai/tasks?limit=1";

export function isProbe({ method, path }: ReceivedRequest): boolean {
  return `${method} ${path}` === PROBE;
}

/** A script that replies to the probe as the API does. */
export function withProbe(script: Script): Script {
  return (request, ...rest) =>
    isProbe(request) ? { body: { count: 0, results: [] } } : script(request, ...rest);
}

/** An address that refuses connections. */
export async function closedAddress(): Promise<string> {
  const server = await startScriptedServer(() => "break");
  await server.close();
  return server.url;
}
