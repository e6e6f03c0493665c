import type { RequestErrorDefinition } from "./definition";

const OF_LAST_UP =
  "A refresh, also that of `pulumi up`, and `pulumi destroy` use the key of the last `pulumi up`: with a new key add --run-program, and for `pulumi destroy` also --refresh=false.";

/** Requests that the platform answered with an error status, and creations whose outcome is unknown. */
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
      "Check the key: `pulumi config set --secret cloudplatform:apiKey`, which asks for it, or CLOUDPLATFORM_API_KEY (quote a key that has a $ in it); of a Provider with a key of its own, that key instead. " +
      OF_LAST_UP,
  },
  /**
   * The key's account is not allowed to do this; resellers and edge administrators have separate keys.
   *
   * @example was answered 403: …
   */
  forbidden: {
    code: "forbidden",
    advice:
      "The key is known but may not do this. Use a key with the rights for it, or a second Provider with such a key. " +
      OF_LAST_UP,
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
    advice: "Check the ids. What they name may be in another account than that of the key.",
  },
  /**
   * What contains the object does not exist, or not in this account: the project and region of a router, the reseller of
   * notification settings, the client of a threshold, the group of a membership.
   *
   * @example was answered 404: … Check projectId and regionId.
   */
  parentNotFound: {
    code: "parent-object-not-found",
    advice: "What they name does not exist, or not in the account of the key. Nothing was changed.",
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
   * The reply to a creation was lost, and the deployment has no operation to list such objects.
   *
   * @example POST … failed: …
   */
  creationUncertain: {
    code: "creation-uncertain",
    advice:
      "This deployment cannot list such objects, so it is not known whether this one was created: check this at the platform before you run again, which sends the request once more.",
  },
} satisfies Record<string, RequestErrorDefinition>;

/** Follows the advice if the state has the object. */
export const DELETED_HINT =
  "If the object was deleted outside of Pulumi, `pulumi refresh` removes it from the state, and the next `pulumi up` creates what the program declares.";

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

/** In place of an advice that an earlier error of the account has. */
export const ADVISED = "What to do is in the first error about this key.";

/** The kind of a refused key that a Provider has as its own: the stack's configuration has the key of another account. */
export function unauthorizedOf(provider: string): RequestErrorDefinition {
  const advice = `Check the key of Provider "${provider}": its argument apiKey in the program. ${OF_LAST_UP}`;
  return { code: REPLIES.unauthorized.code, advice };
}
