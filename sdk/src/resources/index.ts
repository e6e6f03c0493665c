// The register of resources: a folder each, whose handler.ts the provider process finds by itself.
export * from "./certificate-force-retry";
export * from "./edge-group-membership";
export * from "./quota-limit-request";
export * from "./quota-notification-threshold";
export * from "./reseller-notification-settings";
export * from "./router";
