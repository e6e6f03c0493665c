// The register of resources. handlers.ts has their handlers.
export * from "./certificate-force-retry/certificate-force-retry";
export * from "./edge-group-membership/edge-group-membership";
export * from "./quota-limit-request/quota-limit-request";
export * from "./quota-notification-threshold/quota-notification-threshold";
export * from "./reseller-notification-settings/reseller-notification-settings";
export * from "./router/router";
