import { reply } from "./entry";

/** What requests can fail with, whatever asked for them. */
export const REPLIES = {
  request: reply({
    shows: "was answered 400: …",
    why: "The platform does not accept what is declared; it says why, by its own field names.",
    remedy: "Correct what the platform names above and run again.",
  }),
  key: reply({
    shows: "was answered 401: …",
    why: "The key is missing at the platform, wrong, or was rotated.",
    remedy:
      "Check the key: `pulumi config set --secret cloudplatform:apiKey <KEY>` or CLOUDPLATFORM_API_KEY (quote a key that has a $ in it). " +
      "`pulumi refresh` and `pulumi destroy` use the key of the last `pulumi up`: after a rotation add --run-program.",
  }),
  rights: reply({
    shows: "was answered 403: …",
    why: "The key belongs to an account that may not do this; resellers and edge administrators have keys of their own.",
    remedy:
      "The key is known but may not do this. Use a key with the rights for it, or a second Provider with such a key.",
  }),
  capacity: reply({
    shows: "POST /cloud/… was answered 403: …",
    why: "The same, or the region has no capacity for a new object.",
    remedy:
      "The key may not do this, or the region has no capacity left: use a key with the rights for it, or another region.",
  }),
  missing: reply({
    shows: "was answered 404: …",
    why: "There is no such object, or not for this account.",
    remedy:
      "Check the ids. If a resource was deleted behind Pulumi's back, run `pulumi refresh` and then `pulumi up`.",
  }),
  conflict: reply({
    shows: "was answered 409: …",
    why: "Another change of the same object is under way, and was so for longer than the time-out, or its task cannot be told.",
    remedy:
      "Something is in the way, such as another change of the same object. Wait until that has ended and run `pulumi up` again.",
  }),
  limited: reply({
    shows: "was answered 429: …",
    why: "Too many requests, also after the repeats of `cloudplatform:maxRetries`.",
    remedy: "The platform limits the number of requests. Wait, or lower cloudplatform:maxConcurrentRequests.",
  }),
  platform: reply({
    shows: "was answered 500: … (502, 503, 504)",
    why: "The platform failed, also at the repeats of `cloudplatform:maxRetries`.",
    remedy:
      "The platform failed, not your program. Run again in a few minutes; if it stays, give the platform's support the request id.",
  }),
  redirect: reply({
    shows: "was answered 301: … (302, 303, 307, 308)",
    why: "`cloudplatform:baseUrl` is an address that leads to another one. The key is never sent there.",
    remedy:
      "Redirects are not followed: set cloudplatform:baseUrl to the address that the API itself answers on.",
  }),
  notTheApi: reply({
    shows: "an HTML page came back",
    why: "Something else answers: a proxy, a login page, another server.",
    remedy:
      "That is no reply of the API: check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), " +
      "and whether a proxy or a login page stands in between.",
  }),
  unreachable: reply({
    shows: "no connection to the platform: …",
    why: "The name is not known, nothing listens there, or the connection broke. Nothing was sent.",
    remedy:
      "Check cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL), the network and the proxy settings, then run again.",
  }),
  untrusted: reply({
    shows: "no connection to the platform: … (CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, …)",
    why: "The server's certificate is not trusted, has expired or belongs to another host, or the server does not speak TLS. Nothing was sent.",
    remedy:
      "Check the scheme and host of cloudplatform:baseUrl. " +
      "If a private certificate authority signs the certificates of the platform or of a proxy that inspects TLS, " +
      "set the environment variable NODE_EXTRA_CA_CERTS to the file with the certificate of that authority.",
  }),
  proxy: reply({
    shows: "no connection to the platform through the proxy …",
    why: "The proxy cannot be reached, closed the connection, did not answer CONNECT in time, or refused the tunnel. Nothing was sent.",
    remedy:
      "Check the proxy in https_proxy or http_proxy. If the platform is reached without a proxy, list its host in no_proxy.",
  }),
  proxyCredentials: reply({
    shows: "no connection to the platform through the proxy …: CONNECT was answered 407",
    why: "The proxy requires a user name and password, or does not accept those that it got. Nothing was sent.",
    remedy:
      "Write the user name and password for the proxy into https_proxy or http_proxy, as in http://user:password@host:port, " +
      "with special characters percent-encoded.",
  }),
  slow: reply({
    shows: "the platform did not answer in time",
    why: "The whole reply did not arrive within `cloudplatform:requestTimeout`, also when the request was repeated.",
    remedy: "Run again, or raise cloudplatform:requestTimeout.",
  }),
  unsure: reply({
    shows: "the connection broke before the whole reply had come: …",
    why: "The reply of a change was lost: it may have been made or not.",
    remedy: "The request may have taken effect; the next run finds out before it makes anything twice.",
  }),
  blind: reply({
    shows: "POST … failed: …",
    why: "The reply of a creation was lost, and the deployment has no operation to look for what it has made.",
    remedy:
      "This deployment cannot list what there is, so whether this one was made cannot be told: look there before you run again, which sends the request once more.",
  }),
  unreadable: reply({
    shows:
      "the reply is not complete JSON, is not of the form that the interface describes (…), is larger than …",
    why: "What came back was broken off or is something else than the platform documents.",
    remedy:
      "The reply cannot be read. Run again; if it stays, check cloudplatform:baseUrl and any proxy in between.",
  }),
  encoded: reply({
    shows: "the reply has the content encoding …, which was not requested",
    why: "The platform, or a proxy in between, compresses replies although the request asks for none.",
    remedy:
      "Turn off the compression of replies in the proxy or gateway before the platform, then run again.",
  }),
  query: reply({
    shows: "POST /cdn/advanced/v2/query was answered 200: …",
    why: "The platform answers a query with errors, perhaps beside data (`AnalyticsError`).",
    remedy: "Correct the query or its variables as the platform says, and run again.",
  }),
};
