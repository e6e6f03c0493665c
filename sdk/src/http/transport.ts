import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, request } from "undici";
import { REPLIES } from "../catalogue/replies";
import { isLoopback } from "../util/ip";
import { adviseOnDoubt } from "./advice";
import type { Call, RawReply } from "./call";
import { Departure } from "./departure";
import { PlatformError } from "./error";
import { notSent } from "./not-sent";
import { Redactor } from "./redact";

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
const CONNECT_TIMEOUT = 10_000;

/** The way to the platform and back: the only code that knows undici. */
export function createTransport(options: TransportOptions): Transport {
  const dispatcher = createDispatcher(options);
  const redactor = new Redactor(options.apiKey);
  const send = async (call: Call): Promise<RawReply> => {
    const { signal } = call;
    if (signal?.aborted) throw notSent(call, signal.reason);
    const text = call.body === undefined ? undefined : JSON.stringify(call.body);
    const departure = new Departure(signal);
    const way = dispatcher.compose(departure.interceptor);
    try {
      return await departure.settled(exchange(call, text, options, way, redactor));
    } catch (error) {
      if (signal?.aborted && !departure.hasLeft) throw notSent(call, signal.reason);
      const ended = signal?.aborted && call.method === "GET";
      throw ended
        ? interrupted(call, signal.reason)
        : connectionError(call, error as ConnectionFailure, redactor);
    }
  };
  return Object.assign(send, { close: () => dispatcher.destroy() });
}

async function exchange(
  { method, path, query, signal }: Call,
  body: string | undefined,
  { baseUrl, apiKey, userAgent }: TransportOptions,
  dispatcher: Dispatcher,
  redactor: Redactor,
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
  const said = await reply.body.text();
  const text = reply.statusCode < 400 ? redactor.data(said) : redactor.message(said);
  const header = (name: string) => [reply.headers[name]].flat()[0];
  const requestId = header("x-request-id");
  const retryAfter = header("retry-after");
  return {
    status: reply.statusCode,
    contentType: header("content-type") ?? "",
    text,
    ...(requestId && { requestId: redactor.message(requestId) }),
    ...(retryAfter && { retryAfter: redactor.message(retryAfter) }),
  };
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

/** The caller's signal ended a request that only reads, while it waited for the reply. */
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

function connectionError(call: Call, error: ConnectionFailure, redactor: Redactor): PlatformError {
  const code = error.code ?? "";
  const tls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code);
  const slow = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  const tooLarge = error instanceof errors.ResponseExceededMaxSizeError;
  const neverSent = wasNeverSent(error) || tls;
  return new PlatformError({
    method: call.method,
    path: call.path,
    reason: redactor.message(describeConnection(error, code, { slow, neverSent, tooLarge })),
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
