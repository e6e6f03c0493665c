import type { Call, Method } from "../http/call";

/**
 * Which operations a deployment of the platform has: `full` has all, `documented` only those that the interface documents, and `auto`
 * finds it out.
 */
export type DeploymentSetting = "auto" | "full" | "documented";

/** The operations that the interface documents, which each deployment has. docs/operations.md lists them. */
const DOCUMENTED: ReadonlyArray<readonly [Method, RegExp]> = [
  ["POST", /^\/cdn\/sslData\/[^/]+\/force-retry$/],
  ["POST", /^\/cdn\/advanced\/v2\/query$/],
  ["POST", /^\/fastedge\/v1\/admin\/groups\/[^/]+\/client\/[^/]+$/],
  ["POST", /^\/cloud\/v2\/limits_request$/],
  ["PUT", /^\/cloud\/v2\/client_quotas\/[^/]+\/notification_threshold$/],
  ["DELETE", /^\/iam\/reselling\/resellers\/[^/]+\/notification_settings\/[^/]+$/],
  ["PATCH", /^\/cloud\/v2\/routers\/[^/]+\/[^/]+\/[^/]+$/],
  ["GET", /^\/v1\/tasks\/[^/]+$/],
  ["GET", /^\/streaming\/ai\/tasks$/],
  ["GET", /^\/streaming\/videos\/[^/]+\/subtitles$/],
];

export function isDocumented({ method, path }: Pick<Call, "method" | "path">): boolean {
  return DOCUMENTED.some(([documented, form]) => documented === method && form.test(path));
}
