import type { RequestErrorDefinition } from "./definition";

const BASE_URL = "cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL)";

/** Replies that another server than the API has sent, or that cannot be read. */
export const SERVERS = {
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
   * The server answered 404 in place of an operation, and nothing shows that this deployment does not have the operation: it has
   * answered before, or paths that cannot exist are answered in another way. So nothing was created, and nothing leaves the state.
   *
   * @example … failed: the server answered 404 (…), and nothing shows that …
   */
  notConfirmed: {
    code: "operation-not-confirmed",
    advice:
      "A gateway may have answered in place of the API: run again. `npx pulumi-cloudplatform doctor` shows which operations answer.",
  },
  /**
   * The platform does not document the operation, and this deployment does not have it: the request was answered as one for a path
   * is that cannot exist, or with 405 or 501. Usually a warning or an error of the resource says what follows.
   *
   * @example … was answered 404: …
   */
  notOffered: {
    code: "operation-not-offered",
    advice:
      "This deployment does not have the operation: `npx pulumi-cloudplatform doctor` shows which ones it has.",
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
   * A list has several pages, of 1,000 objects each, and somebody created or deleted an object between the requests for two of them. So
   * an object may be missing in what was read, and nothing was concluded from it.
   *
   * @example GET … was answered 200: the list changed while its pages were read
   */
  listChanged: {
    code: "list-changed",
    advice: "Run again, if possible while nobody creates or deletes such objects.",
  },
  /** @example the reply has the content encoding …, which was not requested */
  encoded: {
    code: "encoded-reply",
    advice:
      "Turn off the compression of replies in the proxy or gateway before the platform, then run again.",
  },
} satisfies Record<string, RequestErrorDefinition>;
