import type { PlatformFailure } from "./error";

type Refusal = Pick<PlatformFailure, "status" | "reason">;

/** What a user can do about a reply that is no success. */
export function adviseOnStatus({ status = 0, reason }: Refusal): string {
  if (status >= 300 && status < 400) return ADVICE.redirect;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return ADVICE.notTheApi;
  return BY_STATUS[status] ?? (status >= 500 ? ADVICE.platform : ADVICE.request);
}

export const ADVICE = {
  request: "Correct what the platform names above and run again.",
  notTheApi:
    "That is no reply of the API: check `pulumi config get cloudplatform:baseUrl` (or CLOUDPLATFORM_BASE_URL), " +
    "and whether a proxy or a login page stands in between.",
  redirect:
    "Redirects are not followed: set cloudplatform:baseUrl to the address that the API itself answers on.",
  platform:
    "The platform failed, not your program. Run again in a few minutes; if it stays, give the platform's support the request id.",
  key:
    "Check the key: `pulumi config set --secret cloudplatform:apiKey <KEY>` or CLOUDPLATFORM_API_KEY (quote a key that has a $ in it). " +
    "`pulumi refresh` and `pulumi destroy` use the key of the last `pulumi up`: after a rotation add --run-program.",
  rights:
    "The key is known but may not do this. Use a key with the rights for it, or a second Provider with such a key; for new objects it may also mean that the region has no capacity.",
  missing:
    "Check the ids. If the object was deleted behind Pulumi's back, run `pulumi refresh` and then `pulumi up`.",
  conflict: "Something else is changing this object. Wait until that has ended and run `pulumi up` again.",
  limited: "The platform limits the number of requests. Wait, or lower cloudplatform:maxConcurrentRequests.",
  unreachable:
    "Check cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL), the network and the proxy settings, then run again.",
  slow: "The platform did not answer in time. Run again, or raise cloudplatform:requestTimeout.",
  unsure: "The request may have taken effect; the next run looks before it repeats anything.",
  query: "Correct the query or its variables as the platform says, and run again.",
  unreadable:
    "The reply cannot be read. Run again; if it stays, check cloudplatform:baseUrl and any proxy in between.",
} as const;

const BY_STATUS: Record<number, string> = {
  401: ADVICE.key,
  403: ADVICE.rights,
  404: ADVICE.missing,
  408: ADVICE.slow,
  409: ADVICE.conflict,
  429: ADVICE.limited,
};
