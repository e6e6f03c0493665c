import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, request } from "undici";
import { REPLIES } from "../catalogue/replies";
import { isLoopback } from "../util/ip";
import { adviseOnDoubt } from "./advice";
import type { Call, RawReply } from "./call";
import { PlatformError } from "./error";
import { createRedactor, type Redact } from "./redact";

export interface TransportOptions {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds that the platform may take to begin its reply, and between two parts of it. */
  requestTimeout: number;
  maxConcurrentRequests: number;
  userAgent: string;
}

export type Transport = ((call: Call) => Promise<RawReply>) & { close(): Promise<void> };

const LARGEST_REPLY = 32 * 1024 * 1024;
/** No reason is longer, and what is not read costs nothing. */
const LARGEST_ERROR = 1024 * 1024;
const CONNECT_TIMEOUT = 10_000;

/** The way to the platform and back: the only code that knows undici. */
export function createTransport(options: TransportOptions): Transport {
  const dispatcher = createDispatcher(options);
  const redact = createRedactor(options.apiKey);
  const send = async (call: Call): Promise<RawReply> => {
    const { signal } = call;
    if (signal?.aborted) throw interrupted(call, signal.reason);
    const text = call.body === undefined ? undefined : JSON.stringify(call.body);
    try {
      return await exchange(call, text, options, dispatcher, redact);
    } catch (error) {
      const ended = signal?.aborted && call.method === "GET";
      throw ended
        ? interrupted(call, signal.reason)
        : connectionError(call, error as ConnectionFailure, redact);
    }
  };
  return Object.assign(send, { close: () => dispatcher.destroy() });
}

async function exchange(
  { method, path, query, signal }: Call,
  body: string | undefined,
  { baseUrl, apiKey, userAgent }: TransportOptions,
  dispatcher: Dispatcher,
  redact: Redact,
): Promise<RawReply> {
  const reply = await request(baseUrl + path, {
    method,
    dispatcher,
    ...(query && { query }),
    // A change is never broken off on its way: nobody could tell whether it took effect.
    ...(signal && method === "GET" && { signal }),
    headers: {
      authorization: `apikey ${apiKey}`,
      accept: "application/json",
      "user-agent": userAgent,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  // The platform may quote the key back at us; nothing above this line ever sees it again.
  const text = redact(await (reply.statusCode < 300 ? reply.body.text() : beginningOf(reply.body)));
  const header = (name: string) => [reply.headers[name]].flat()[0];
  const requestId = header("x-request-id");
  const retryAfter = header("retry-after");
  return {
    status: reply.statusCode,
    contentType: header("content-type") ?? "",
    text,
    ...(requestId && { requestId: redact(requestId) }),
    ...(retryAfter && { retryAfter: redact(retryAfter) }),
  };
}

/** As much of the body as an error can need; the connection of a longer one is closed. */
async function beginningOf(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= LARGEST_ERROR) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, LARGEST_ERROR));
}

/** One pool per platform: it keeps connections alive, and its size bounds the load that we are. */
function createDispatcher({ baseUrl, requestTimeout, maxConcurrentRequests }: TransportOptions): Dispatcher {
  const options = {
    connections: maxConcurrentRequests,
    pipelining: 1,
    headersTimeout: requestTimeout,
    bodyTimeout: requestTimeout,
    connect: { timeout: Math.min(requestTimeout, CONNECT_TIMEOUT) },
    maxResponseSize: LARGEST_REPLY,
  };
  const local = isLoopback(new URL(baseUrl).hostname);
  const proxied = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"].some(
    (name) => process.env[name],
  );
  return proxied && !local ? new EnvHttpProxyAgent(options) : new Agent(options);
}

/** The caller's signal ended the request before it was sent, or while it read. */
function interrupted({ method, path }: Call, reason: unknown): PlatformError {
  return new PlatformError({
    method,
    path,
    reason: `${reason instanceof Error ? reason.message : "the request was ended"} before the platform answered`,
    mayHaveTakenEffect: false,
    transient: false,
    advice: REPLIES.slow.remedy,
  });
}

const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

type ConnectionFailure = Error & { code?: string; syscall?: string; errors?: ConnectionFailure[] };

/**
 * Whether it is certain that not a byte of the request has left. The same time-out or unreachable host can also end
 * a connection that stands: only the system call tells them apart. Several addresses are tried for one name, and each
 * has an error of its own.
 */
function wasNeverSent({ code = "", syscall, errors: attempts = [] }: ConnectionFailure): boolean {
  if (NEVER_SENT.has(code) || syscall === "connect") return true;
  return attempts.length > 0 && attempts.every(wasNeverSent);
}

function connectionError(call: Call, error: ConnectionFailure, redact: Redact): PlatformError {
  const code = error.code ?? "";
  const tls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code);
  const slow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  const tooLarge = error instanceof errors.ResponseExceededMaxSizeError;
  const neverSent = wasNeverSent(error) || tls;
  return new PlatformError({
    method: call.method,
    path: call.path,
    reason: redact(describeConnection(error, code, { slow, neverSent, tooLarge })),
    mayHaveTakenEffect: !neverSent,
    transient: !tls && !tooLarge,
    advice: adviseOnConnection(call, { slow, neverSent, tooLarge }),
  });
}

type Ends = Record<"slow" | "neverSent" | "tooLarge", boolean>;

function describeConnection(error: Error, code: string, { slow, neverSent, tooLarge }: Ends): string {
  const said = [error.message || code, code && !error.message.includes(code) ? `(${code})` : ""]
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  if (slow) return "the platform did not answer in time";
  if (tooLarge) return `the reply is larger than ${LARGEST_REPLY / 1024 / 1024} MiB`;
  return neverSent
    ? `no connection to the platform: ${said}`
    : `the connection broke before the whole reply had come: ${said}`;
}

function adviseOnConnection(call: Call, { slow, neverSent, tooLarge }: Ends): string {
  if (neverSent) return REPLIES.unreachable.remedy;
  if (tooLarge) return REPLIES.unreadable.remedy;
  const next = slow ? REPLIES.slow.remedy : REPLIES.unreachable.remedy;
  return adviseOnDoubt(call, next);
}
