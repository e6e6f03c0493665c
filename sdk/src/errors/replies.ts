import { defineReplyError } from "./define-error";

/** Failures of requests to any operation. */
export const REPLIES = {
  badRequest: defineReplyError({
    example: "was answered 400: …",
    cause:
      "The platform does not accept the inputs; its message has the reason, with the platform's field names.",
    remedy: "Correct what the platform names above and run again.",
  }),
  unauthorized: defineReplyError({
    example: "was answered 401: …",
    cause: "The platform does not know the key: it is wrong or was rotated.",
    remedy:
      "Check the key: `pulumi config set --secret cloudplatform:apiKey <KEY>` or CLOUDPLATFORM_API_KEY (quote a key that has a $ in it). " +
      "`pulumi refresh` and `pulumi destroy` use the key of the last `pulumi up`: after a rotation add --run-program.",
  }),
  forbidden: defineReplyError({
    example: "was answered 403: …",
    cause:
      "The key's account is not allowed to do this; resellers and edge administrators have separate keys.",
    remedy:
      "The key is known but may not do this. Use a key with the rights for it, or a second Provider with such a key.",
  }),
  forbiddenOrNoCapacity: defineReplyError({
    example: "POST /cloud/… was answered 403: …",
    cause: "The key's account is not allowed to do this, or the region has no capacity for a new object.",
    remedy:
      "The key may not do this, or the region has no capacity left: use a key with the rights for it, or another region.",
  }),
  notFound: defineReplyError({
    example: "was answered 404: …",
    cause: "The object does not exist, or not in this account.",
    remedy:
      "Check the ids. If a resource was deleted behind Pulumi's back, run `pulumi refresh` and then `pulumi up`.",
  }),
  conflict: defineReplyError({
    example: "was answered 409: …",
    cause:
      "Another change to this object was still running when the timeout ended, or the platform does not name its task.",
    remedy:
      "The request conflicts with something at the platform, such as another change to the same object. Wait until that has ended and run `pulumi up` again.",
  }),
  rateLimited: defineReplyError({
    example: "was answered 429: …",
    cause:
      "Too many requests. The request is repeated, at the rate that the platform accepts, until the timeout of the operation.",
    remedy:
      "The platform limits the number of requests. Wait, or lower cloudplatform:maxConcurrentRequests; " +
      "for a large change, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  }),
  serverError: defineReplyError({
    example: "was answered 500: … (502, 503, 504)",
    cause: "The platform failed, also in the retries that `cloudplatform:maxRetries` allows.",
    remedy:
      "The platform failed, not your program. Run again in a few minutes; if it stays, give the platform's support the request id.",
  }),
  redirect: defineReplyError({
    example: "was answered 301: … (302, 303, 307, 308)",
    cause: "`cloudplatform:baseUrl` redirects to another address. The key is never sent there.",
    remedy:
      "Redirects are not followed: set cloudplatform:baseUrl to the address that the API itself answers on.",
  }),
  notTheApi: defineReplyError({
    example: "an HTML page came back",
    cause: "A proxy, a login page or another server answered instead of the API.",
    remedy:
      "This is not a reply of the API: check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), " +
      "and whether a proxy or a login page answers instead.",
  }),
  notVerified: defineReplyError({
    example: "… failed: the server at <base url> answered 404, and is not known to be the platform's API: …",
    cause:
      "The server answered 404, 405 or 501, has sent no reply in the API's form before, and does not answer `GET /streaming/ai/tasks` " +
      "as the interface describes. So the reply does not mean that an object was deleted: no resource leaves the state.",
    remedy:
      "Check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), and whether a proxy or an ingress answers in place of the API, then run again.",
  }),
  unreachable: defineReplyError({
    example: "no connection to the platform: …",
    cause:
      "The host name cannot be resolved, no server listens there, or the connection closed. Nothing was sent.",
    remedy:
      "Check cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL), the network and the proxy settings, then run again.",
  }),
  untrusted: defineReplyError({
    example: "no connection to the platform: … (CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, …)",
    cause:
      "The server's certificate is not trusted, has expired or belongs to another host, or the server does not speak TLS. Nothing was sent.",
    remedy:
      "Check the scheme and host of cloudplatform:baseUrl. " +
      "If a private certificate authority signs the certificates of the platform or of a proxy that inspects TLS, " +
      "set the environment variable NODE_EXTRA_CA_CERTS to the file with the certificate of that authority.",
  }),
  proxy: defineReplyError({
    example: "no connection to the platform through the proxy …",
    cause:
      "The proxy cannot be reached, closed the connection, did not answer CONNECT in time, or refused the tunnel. Nothing was sent.",
    remedy:
      "Check the proxy in https_proxy or http_proxy. If the platform is reached without a proxy, list its host in no_proxy.",
  }),
  proxyCredentials: defineReplyError({
    example: "no connection to the platform through the proxy …: CONNECT was answered 407",
    cause:
      "The proxy requires a user name and password, or does not accept the configured ones. Nothing was sent.",
    remedy:
      "Write the user name and password for the proxy into https_proxy or http_proxy, as in http://user:password@host:port, " +
      "with special characters percent-encoded.",
  }),
  timeout: defineReplyError({
    example: "the platform did not answer in time",
    cause:
      "The whole reply did not arrive within `cloudplatform:requestTimeout`, also when the request was repeated.",
    remedy: "Run again, or raise cloudplatform:requestTimeout.",
  }),
  notSent: defineReplyError({
    example: "… before the request was sent",
    cause:
      "The request waited for its turn (`cloudplatform:maxConcurrentRequests`, or the platform's rate limit) or for a connection when the timeout passed or the run was cancelled.",
    remedy:
      "The request was not sent and changed nothing. Run again; to wait longer, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  }),
  mayHaveTakenEffect: defineReplyError({
    example: "the connection broke before the whole reply had come: …",
    cause: "The reply to a change was lost, so it is not known whether the platform made the change.",
    remedy: "The request may have taken effect; the next run checks this before it creates anything again.",
  }),
  creationUncertain: defineReplyError({
    example: "POST … failed: …",
    cause: "The reply to a creation was lost, and the deployment has no operation to list such objects.",
    remedy:
      "This deployment cannot list such objects, so it is not known whether this one was created: check this at the platform before you run again, which sends the request once more.",
  }),
  unreadable: defineReplyError({
    example:
      "the reply is not complete JSON, is not of the form that the interface describes (…), is larger than …",
    cause: "The reply was cut off, or differs from the platform's documentation.",
    remedy:
      "The reply cannot be read. Run again; if it stays, check cloudplatform:baseUrl and any proxy in between.",
  }),
  encoded: defineReplyError({
    example: "the reply has the content encoding …, which was not requested",
    cause: "The platform, or a proxy in between, compresses replies although the request asks for none.",
    remedy:
      "Turn off the compression of replies in the proxy or gateway before the platform, then run again.",
  }),
  query: defineReplyError({
    example: "POST /cdn/advanced/v2/query was answered 200: …",
    cause: "The platform answers a query with errors, perhaps beside data (`AnalyticsError`).",
    remedy: "Correct the query or its variables as the platform says, and run again.",
  }),
};

/** Precedes the advice when a request is not repeated because its operation has ended. */
export function notRepeated(reason: string): string {
  return `The request was not repeated any more: ${reason}.`;
}
