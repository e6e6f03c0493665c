import type * as pulumi from "@pulumi/pulumi";
import type { AnyHandler } from "../lifecycle/handler";
import type { PlatformResource } from "../pulumi/program/resource";
import * as register from "../resources";
import { loadHandlers } from "../resources/handlers";
import { kindName } from "../util/camel";

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
