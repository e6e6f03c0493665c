import { ResourceProtocol } from "./pulumi/process/protocol";
import type { Session } from "./pulumi/process/session";
import { handlerLoaders } from "./resources/handlers";

/** The dynamic provider of each resource, by its type. A handler with its schemas is loaded when its provider is used. */
export function dynamicProviders(session: Session): Map<string, () => ResourceProtocol> {
  return new Map(
    [...handlerLoaders()].map(([type, load]) => {
      let provider: ResourceProtocol | undefined;
      return [
        type,
        () => {
          provider ??= new ResourceProtocol(load(), session);
          return provider;
        },
      ];
    }),
  );
}
