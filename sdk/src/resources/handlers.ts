import type { AnyResource } from "../operation/resource";
import type * as classes from "./index";

/** The register of handlers, by the type of the resource. Constant paths, so that a bundler can follow them. */
const LOADERS: Record<keyof typeof classes, () => { handler: AnyResource }> = {
  CertificateForceRetry: () => require("./certificate-force-retry/handler"),
  EdgeGroupMembership: () => require("./edge-group-membership/handler"),
  QuotaLimitRequest: () => require("./quota-limit-request/handler"),
  QuotaNotificationThreshold: () => require("./quota-notification-threshold/handler"),
  ResellerNotificationSettings: () => require("./reseller-notification-settings/handler"),
  Router: () => require("./router/handler"),
};

/** Loads the handler of each resource, by its type. */
export const handlerLoaders: ReadonlyMap<string, () => AnyResource> = new Map(
  Object.entries(LOADERS).map(([type, load]) => [type, () => load().handler]),
);

/** The handlers of all resources. */
export function loadHandlers(): AnyResource[] {
  return [...handlerLoaders.values()].map((load) => load());
}
