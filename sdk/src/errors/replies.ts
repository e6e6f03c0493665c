import { defineReplyError } from "./define-error";

/** What requests can fail with, whatever asked for them. */
export const REPLIES = {
  badRequest: defineReplyError({
    example: "was answered 400: …",
    cause: "The platform does not accept what is declared; it says why, by its own field names.",
    remedy: "Correct what the platform names above and run again.",
  }),
  unauthorized: defineReplyError({
    example: "was answered 401: …",
    cause: "The key is missing at the platform, wrong, or was rotated.",
    remedy:
      "serverError" +
      "`pulumi refresh` and `pulumi destroy` use the key of the last `pulumi up`: after a rotation add --run-program.",
  }),
  forbidden: defineReplyError({
    example: "was answered 403: …",
    cause:
      "The key belongs to an account that may not do this; resellers and edge administrators have keys of their own.",
    remedy:
      "The key is known but may not do this. Use a key with the rights for it, or a second Provider with such a key.",
  }),
  forbiddenOrNoCapacity: defineReplyError({
    example: "POST /cloud/… was answered 403: …",
    cause: "The same, or the region has no capacity for a new object.",
    remedy:
      "The key may not do this, or the region has no capacity left: use a key with the rights for it, or another region.",
  }),
  notFound: defineReplyError({
    example: "was answered 404: …",
    cause: "There is no such object, or not for this account.",
    remedy:
      "Check the ids. If a resource was deleted behind Pulumi's back, run `pulumi refresh` and then `pulumi up`.",
  }),
  conflict: defineReplyError({
    example: "was answered 409: …",
    cause:
      "Another change of the same object is under way, and was so for longer than the time-out, or its task cannot be told.",
    remedy:
      "Something is in the way, such as another change of the same object. Wait until that has ended and run `pulumi up` again.",
  }),
  rateLimited: defineReplyError({
    example: "was answered 429: …",
    cause:
      "Too many requests. The request is repeated, at the rate that the platform accepts, until the time-out of the operation.",
    remedy:
      "The platform limits the number of requests. Wait, or lower cloudplatform:maxConcurrentRequests; " +
      "for a large change, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  }),
  platform: defineReplyError({
    example: "was answered 500: … (502, 503, 504)",
    cause: "The platform failed, also at the repeats of `cloudplatform:maxRetries`.",
    remedy:
      "The platform failed, not your program. Run again in a few minutes; if it stays, give the platform's support the request id.",
  }),
  redirect: defineReplyError({
    example: "was answered 301: … (302, 303, 307, 308)",
    cause: "`cloudplatform:baseUrl` is an address that leads to another one. The key is never sent there.",
    remedy:
      "Redirects are not followed: set cloudplatform:baseUrl to the address that the API itself answers on.",
  }),
  notTheApi: defineReplyError({
    example: "an HTML page came back",
    cause: "Something else answers: a proxy, a login page, another server.",
    remedy:
      "That is no reply of the API: check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), " +
      "and whether a proxy or a login page stands in between.",
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
    cause: "The name is not known, nothing listens there, or the connection broke. Nothing was sent.",
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
      "The proxy requires a user name and password, or does not accept those that it got. Nothing was sent.",
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
      "The request waited for its turn (`cloudplatform:maxConcurrentRequests`, or the platform's rate limit) or for a connection when the time-out passed or the run was cancelled.",
    remedy:
      "The request was not sent and changed nothing. Run again; to wait longer, raise customTimeouts of the resource or cloudplatform:taskTimeout.",
  }),
  mayHaveTakenEffect: defineReplyError({
    example: "the connection broke before the whole reply had come: …",
    cause: "The reply of a change was lost: it may have been made or not.",
    remedy: "The request may have taken effect; the next run finds out before it makes anything twice.",
  }),
  creationUncertain: defineReplyError({
    example: "POST … failed: …",
    cause:
      "The reply of a creation was lost, and the deployment has no operation to look for what it has made.",
    remedy:
      "This deployment cannot list what there is, so whether this one was made cannot be told: look there before you run again, which sends the request once more.",
  }),
  unreadable: defineReplyError({
    example:
      "the reply is not complete JSON, is not of the form that the interface describes (…), is larger than …",
    cause: "What came back was broken off or is something else than the platform documents.",
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

/** What precedes the advice where a request is not repeated because its operation has ended. */
export function notRepeated(reason: string): string {
  return `The request was not repeated any more: ${reason}.`;
}
