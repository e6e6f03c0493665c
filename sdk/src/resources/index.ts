// The register of resources: a folder each, whose handler.ts the provider process finds by itself.
export * from "./router";
