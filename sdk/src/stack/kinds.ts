import type * as pulumi from "@pulumi/pulumi";
import type { AnyResource } from "../lifecycle/resource";
import type { PlatformResource } from "../pulumi/program/resource";
import { loadHandlers } from "../resources/handlers";

/** Outputs that every resource has. */
export const COMMON_OUTPUTS = ["id", "urn"];

type ResourceClass = {
  new (name: string, args: object, opts: pulumi.CustomResourceOptions): PlatformResource;
  readonly __outputs: readonly string[];
};

/** A kind of resource in a stack file. */
export interface Kind {
  /** The key in the stack file, such as `routers`. */
  name: string;
  handler: AnyResource;
  Resource: ResourceClass;
}

/** All kinds, from the register of resources. */
export function loadKinds(): Map<string, Kind> {
  // Not loaded with this file: the command import uses the names of kinds without Pulumi.
  const classes = require("../resources") as Record<string, ResourceClass>;
  const kinds = loadHandlers().map((handler) => {
    const Resource = classes[handler.type] as ResourceClass;
    return { name: kindName(handler.type), handler, Resource };
  });
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** The names of the inputs and outputs of a kind. */
export function propertiesOf({ handler, Resource }: Kind): string[] {
  return [...new Set([...Object.keys(handler.properties), ...COMMON_OUTPUTS, ...Resource.__outputs])];
}

/** The key of the resources of a class in a stack file, its plural: `CertificateForceRetry` is `certificateForceRetries`. */
export function kindName(type: string): string {
  return plural(type[0]?.toLowerCase() + type.slice(1));
}

function plural(noun: string): string {
  if (/(ss|x|ch|sh)$/.test(noun)) return `${noun}es`;
  if (noun.endsWith("s")) return noun;
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
}
