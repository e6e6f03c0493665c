import { CONNECTIONS } from "../../errors/connections";
import { MAY_HAVE_TAKEN_EFFECT } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import type { Mask } from "../../util/secrets";
import type { Call } from "./call";
import { PlatformError, type PlatformFailure } from "./error";
import { type ProxyServer, TunnelRefused } from "./proxy";

export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/** A request without a complete reply. It may have been sent, unless there was no connection. */
export class ExchangeError extends Error {
  constructor(
    readonly end: "no connection" | "signal" | "timeout" | "failure",
    /** The reason of the signal, or the failure of the connection. */
    override readonly cause?: unknown,
  ) {
    super(end);
  }
}

type Failure = Pick<PlatformFailure, "reason" | "kind" | "retryable">;

/** The error of a request whose signal aborted before the request was sent. */
export function notSent({ method, path }: Call, reason: unknown): PlatformError {
  return new PlatformError({
    method,
    path,
    reason: `${abortReason(reason)} before the request was sent`,
    mayHaveTakenEffect: false,
    kind: CONNECTIONS.notSent,
  });
}

/** The reason of an aborted signal, as the beginning of a sentence. */
export function abortReason(reason: unknown): string {
  return reason instanceof Error ? reason.message : "the operation ended";
}

/** The error that the caller gets for a request without a complete reply. */
export function toPlatformError(
  call: Call,
  error: ExchangeError,
  mask: Mask,
  proxy: ProxyServer | undefined,
): PlatformError {
  const wasSent = error.end !== "no connection";
  const failure = wasSent ? replyIncomplete(error) : connectionFailed(error.cause as NodeError, proxy);
  return new PlatformError({
    method: call.method,
    path: call.path,
    ...failure,
    reason: mask(failure.reason),
    mayHaveTakenEffect: wasSent && (error.end !== "signal" || call.method !== "GET"),
    remarks: wasSent ? remarksOnEffect(call) : [],
  });
}

type NodeError = Error & { code?: string };

/** Codes of certificates that are not trusted, and of servers that do not speak TLS as expected. */
const TLS_FAILURE =
  /CERT|CRL|SELF_SIGNED|UNABLE_TO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|TLS|SSL|EPROTO/;

function connectionFailed(error: NodeError, proxy: ProxyServer | undefined): Failure {
  const through = proxy ? ` through the proxy ${proxy.address}` : "";
  const reason = `no connection to the platform${through}: ${describe(error)}`;
  if (error instanceof TunnelRefused) {
    const { status } = error;
    const kind = status === 407 ? CONNECTIONS.proxyCredentials : CONNECTIONS.proxy;
    return { reason, kind, retryable: status >= 500 || status === 408 || status === 429 };
  }
  if (TLS_FAILURE.test(error.code ?? "")) return { reason, kind: CONNECTIONS.untrusted };
  return { reason, kind: proxy ? CONNECTIONS.proxy : CONNECTIONS.unreachable, retryable: true };
}

function replyIncomplete({ end, cause }: ExchangeError): Failure {
  if (end === "signal") {
    const reason = `${abortReason(cause)} before the platform answered`;
    return { reason, kind: CONNECTIONS.endedBeforeReply };
  }
  if (end === "timeout")
    return { reason: "the platform did not answer in time", kind: CONNECTIONS.timeout, retryable: true };
  const error = cause as NodeError;
  if (error.code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    const reason = `the reply is larger than ${MAX_REPLY_BYTES / 1024 / 1024} MiB`;
    return { reason, kind: SERVERS.unreadable };
  }
  const reason = `the connection broke before the whole reply had come: ${describe(error)}`;
  return { reason, kind: CONNECTIONS.connectionLost, retryable: true };
}

/** The error in one line, with its code, because the message is empty if several addresses failed. */
function describe({ message, code = "", cause }: NodeError): string {
  // undici's errors about a proxy have only a general message.
  if (code.startsWith("UND_ERR_PRX") && cause instanceof Error) return describe(cause);
  const suffix = code !== "" && !message.includes(code) ? ` (${code})` : "";
  return `${message}${suffix}`.replace(/\s+/g, " ").trim();
}

/** The remarks on a failed request that the platform may have carried out. */
export function remarksOnEffect({ method, idempotent }: Call): string[] {
  return method === "GET" || idempotent ? [] : [MAY_HAVE_TAKEN_EFFECT];
}
