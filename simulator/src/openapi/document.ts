import { packageVersion } from "../core/package";
import type { Operation } from "../http/operation";
import { operationObject, templateOf } from "./operation";

/** Operations under one tag, with the names of the security schemes of which one is needed. */
export interface OperationGroup {
  readonly tag: string;
  readonly operations: readonly Operation[];
  readonly security: readonly SecurityScheme[];
}

export type SecurityScheme = keyof typeof securitySchemes;

const securitySchemes = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`apikey <KEY>`",
  },
  controlToken: {
    type: "http",
    scheme: "bearer",
    description: "Needed if the simulator was started with a control token.",
  },
} as const;

/** The OpenAPI document, from the schemas that check requests. */
export function openApiDocument(groups: readonly OperationGroup[]): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Cloud platform simulator",
      version: packageVersion,
      description:
        "The operations that this simulator serves. `x-documented` marks those that every deployment of the platform has.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: groups.map(({ tag }) => ({ name: tag })),
    paths: pathsOf(groups),
    components: { securitySchemes },
  };
}

function pathsOf(groups: readonly OperationGroup[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { tag, operations, security } of groups) {
    for (const operation of operations) {
      const path = templateOf(operation.path);
      const described = {
        tags: [tag],
        ...operationObject(operation),
        security: security.map((scheme) => ({ [scheme]: [] })),
      };
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
    }
  }
  return paths;
}
