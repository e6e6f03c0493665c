import type * as pulumi from "@pulumi/pulumi";
import type { AnyHandler } from "../contract/resource";
import { loadHandlers } from "../handlers";
import type { PlatformResource } from "../program/resource";
import * as register from "../resources";

type ResourceClass = {
  new (name: string, args: object, opts: pulumi.CustomResourceOptions): PlatformResource;
  readonly __outputs: readonly string[];
};

/** A kind of resource in a stack file. */
export interface Kind {
  /** The key in the stack file, such as `routers`. */
  name: string;
  handler: AnyHandler;
  Resource: ResourceClass;
}

/** All kinds, from the register of resources. */
export function loadKinds(): Map<string, Kind> {
  const classes = register as unknown as Record<string, ResourceClass>;
  const kinds = loadHandlers().map((handler) => {
    const Resource = classes[handler.type] as ResourceClass;
    return { name: kindName(handler.type), handler, Resource };
  });
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** The plural of a class's name: `Router` is `routers`, `CertificateForceRetry` is `certificateForceRetries`. */
export function kindName(type: string): string {
  return plural(type[0]?.toLowerCase() + type.slice(1));
}

function plural(noun: string): string {
  if (/(ss|x|ch|sh)$/.test(noun)) return `${noun}es`;
  if (noun.endsWith("s")) return noun;
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
}
