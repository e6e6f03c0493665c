import { ResourceProvider } from "../provider/provider";
import type { Session } from "../provider/session";
import { handlerLoaders } from "../resources/handlers";

/** The provider of each resource, by its type. A handler with its schemas is loaded when its provider is used. */
export function resourceProviders(session: Session): Map<string, () => ResourceProvider> {
  return new Map(
    [...handlerLoaders()].map(([type, load]) => {
      let provider: ResourceProvider | undefined;
      return [
        type,
        () => {
          provider ??= new ResourceProvider(load(), session);
          return provider;
        },
      ];
    }),
  );
}
