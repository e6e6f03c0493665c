import type { RequestErrorDefinition } from "../../errors/definition";
import { MAY_HAVE_TAKEN_EFFECT } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import type { Mask } from "../../util/secrets";
import type { Call } from "./call";
import { PlatformError, type PlatformFailure } from "./error";
import { type ProxyServer, TunnelRefused } from "./proxy";

const CHECK_NETWORK =
  "Check cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL), the network and the proxy settings, then run again.";

/** Requests without a complete reply: no connection, a proxy that refuses, or an end before the reply. */
export const CONNECTIONS = {
  /**
   * The host name cannot be resolved, no server listens there, or the connection closed. Nothing was sent.
   *
   * @example no connection to the platform: …
   */
  unreachable: {
    code: "unreachable",
    advice: CHECK_NETWORK,
  },
  /**
   * The platform, or a proxy in between, closed the connection. After a change it is not known whether the platform
   * made the change.
   *
   * @example the connection broke before the whole reply had come: …
   */
  connectionLost: {
    code: "connection-lost",
    advice: CHECK_NETWORK,
  },
  /**
   * The server's certificate is not trusted, has expired or belongs to another host, or the server does not speak TLS.
   * Nothing was sent.
   *
   * @example no connection to the platform: … (CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, …)
   */
  untrusted: {
    code: "certificate-untrusted",
    advice:
      `Check the scheme and host of cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL). ` +
      "If a private certificate authority signs the certificates of the platform or of a proxy that inspects TLS, " +
      "set the environment variable NODE_EXTRA_CA_CERTS to the file with the certificate of that authority.",
  },
  /**
   * The proxy cannot be reached, closed the connection, did not answer CONNECT in time, or refused the tunnel. Nothing
   * was sent.
   *
   * @example no connection to the platform through the proxy …
   */
  proxy: {
    code: "proxy-failed",
    advice:
      "Check the proxy in https_proxy or http_proxy. If the platform is reached without a proxy, list its host in no_proxy.",
  },
  /** @example no connection to the platform through the proxy …: CONNECT was answered 407 */
  proxyCredentials: {
    code: "proxy-unauthorized",
    advice:
      "Write the user name and password for the proxy into https_proxy or http_proxy, as in http://user:password@host:port, " +
      "with special characters percent-encoded.",
  },
  /**
   * The whole reply did not arrive within `cloudplatform:requestTimeout`, also when the request was repeated.
   *
   * @example the platform did not answer in time
   */
  timeout: {
    code: "request-timeout",
    advice: "Run again, or raise cloudplatform:requestTimeout.",
  },
  /**
   * The timeout of the operation passed, or the run was cancelled, while the request was under way.
   *
   * @example … before the platform answered
   */
  endedBeforeReply: {
    code: "ended-before-reply",
    advice: "Run again; to wait longer, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  },
  /**
   * The request waited for its turn (`cloudplatform:maxConcurrentRequests`, or the platform's rate limit) or for a
   * connection when the timeout passed or the run was cancelled.
   *
   * @example … before the request was sent
   */
  notSent: {
    code: "request-not-sent",
    advice:
      "This request was not sent, but the operation may have sent changes before it. Run again, which continues from the object's present state; to wait longer, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  },
} satisfies Record<string, RequestErrorDefinition>;

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
  const what = `${abortReason(reason)} before the request was sent`;
  return new PlatformError({ method, path, reason: what, kind: CONNECTIONS.notSent });
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
