import type { RequestErrorDefinition } from "./definition";

const BASE_URL = "cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL)";
const CHECK_NETWORK = `Check ${BASE_URL}, the network and the proxy settings, then run again.`;

/** Kinds of failed requests to any operation. */
export const REPLIES = {
  /**
   * The platform does not accept the inputs; its message has the reason, with the platform's field names.
   *
   * @example was answered 400: …
   */
  badRequest: {
    code: "bad-request",
    advice: "Correct what the platform names above and run again.",
  },
  /**
   * The platform does not know the key: it is wrong or was rotated.
   *
   * @example was answered 401: …
   */
  unauthorized: {
    code: "unauthorized",
    advice:
      "Check the key: `pulumi config set --secret cloudplatform:apiKey`, which asks for it, or CLOUDPLATFORM_API_KEY (quote a key that has a $ in it). " +
      "`pulumi refresh` and `pulumi destroy` use the key of the last `pulumi up`: after a rotation add --run-program.",
  },
  /**
   * The key's account is not allowed to do this; resellers and edge administrators have separate keys.
   *
   * @example was answered 403: …
   */
  forbidden: {
    code: "forbidden",
    advice:
      "The key is known but may not do this. Use a key with the rights for it, or a second Provider with such a key.",
  },
  /**
   * The key's account is not allowed to do this, or the region has no capacity for a new object.
   *
   * @example POST /cloud/… was answered 403: …
   */
  forbiddenOrNoCapacity: {
    code: "forbidden-or-no-capacity",
    advice:
      "The key may not do this, or the region has no capacity left: use a key with the rights for it, or another region.",
  },
  /**
   * The object does not exist, or not in this account.
   *
   * @example was answered 404: …
   */
  notFound: {
    code: "not-found",
    advice:
      "Check the ids. If a resource was deleted outside of Pulumi, run `pulumi refresh` and then `pulumi up`.",
  },
  /**
   * Another change to this object was still running when the timeout ended, or the platform does not name its task.
   *
   * @example was answered 409: …
   */
  conflict: {
    code: "conflict",
    advice:
      "The request conflicts with something at the platform, such as another change to the same object. Wait until that has ended and run again.",
  },
  /**
   * Too many requests. The request is repeated, at the rate that the platform accepts, until the timeout of the
   * operation.
   *
   * @example was answered 429: …
   */
  rateLimited: {
    code: "rate-limited",
    advice:
      "The platform limits the number of requests. Wait, or lower cloudplatform:maxConcurrentRequests; " +
      "for a large change, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  },
  /**
   * The platform failed, also in the retries that `cloudplatform:maxRetries` allows.
   *
   * @example was answered 500: … (502, 503, 504)
   */
  serverError: {
    code: "server-error",
    advice:
      "The platform failed, not your program. Run again in a few minutes; if it stays, give the platform's support the request id.",
  },
  /**
   * `cloudplatform:baseUrl` redirects to another address. The key is never sent there.
   *
   * @example was answered 301: … (302, 303, 307, 308)
   */
  redirect: {
    code: "redirected",
    advice: `Redirects are not followed: set ${BASE_URL} to the address that the API itself answers on.`,
  },
  /**
   * A proxy, a login page or another server answered instead of the API.
   *
   * @example an HTML page came back
   */
  notTheApi: {
    code: "not-the-api",
    advice:
      "This is not a reply of the API: check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), " +
      "and whether a proxy or a login page answers instead.",
  },
  /**
   * The server answered 404, 405 or 501, has sent no reply in the API's form before, and does not answer
   * `GET /streaming/ai/tasks` as the interface describes. So the reply does not mean that an object was deleted: no
   * resource leaves the state.
   *
   * @example … failed: the server at <base url> answered 404, and is not known to be the platform's API: …
   */
  notVerified: {
    code: "server-not-verified",
    advice:
      "Check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), and whether a proxy or an ingress answers in place of the API, then run again.",
  },
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
      `Check the scheme and host of ${BASE_URL}. ` +
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
  /**
   * The reply to a creation was lost, and the deployment has no operation to list such objects.
   *
   * @example POST … failed: …
   */
  creationUncertain: {
    code: "creation-uncertain",
    advice:
      "This deployment cannot list such objects, so it is not known whether this one was created: check this at the platform before you run again, which sends the request once more.",
  },
  /**
   * The reply was cut off, or differs from the platform's documentation.
   *
   * @example the reply is not complete JSON, is not of the form that the interface describes (…), is larger than …
   */
  unreadable: {
    code: "unreadable-reply",
    advice: `The reply cannot be read. Run again; if it stays, check ${BASE_URL} and any proxy in between.`,
  },
  /**
   * The platform, or a proxy in between, compresses replies although the request asks for none.
   *
   * @example the reply has the content encoding …, which was not requested
   */
  encoded: {
    code: "encoded-reply",
    advice:
      "Turn off the compression of replies in the proxy or gateway before the platform, then run again.",
  },
  /**
   * The platform answers a query with errors and without data (`AnalyticsError`).
   *
   * @example POST /cdn/advanced/v2/query was answered 200: …
   */
  query: {
    code: "query-failed",
    advice: "Correct the query or its variables as the platform says, and run again.",
  },
  /**
   * The platform answers a query with errors beside data (`AnalyticsError`).
   *
   * @example POST /cdn/advanced/v2/query was answered 200: …
   */
  partialQuery: {
    code: "query-partly-failed",
    advice:
      "Correct the query or its variables as the platform says, and run again. The error's `data` has the partial result.",
  },
} satisfies Record<string, RequestErrorDefinition>;

/** Precedes the advice if the reply to a change was lost. */
export const MAY_HAVE_TAKEN_EFFECT =
  "The request may have taken effect; the next run checks this before it creates anything again.";

/** Precedes the advice if the list of objects cannot be read after a creation. */
export const CREATION_ACCEPTED =
  "The platform has accepted the creation: run `pulumi up` again, which looks for the object.";

/** Precedes the advice if a request is not repeated because its operation has ended. */
export function notRepeated(reason: string): string {
  return `The request was not repeated any more: ${reason}.`;
}
