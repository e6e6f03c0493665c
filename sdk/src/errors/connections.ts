import type { RequestErrorDefinition } from "./definition";

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
  /**
   * The proxy requires a user name and password, or does not accept the configured ones. Nothing was sent.
   *
   * @example no connection to the platform through the proxy …: CONNECT was answered 407
   */
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
