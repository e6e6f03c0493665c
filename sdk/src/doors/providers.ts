import type { ConfigSource } from "../platform/configuration";
import { ResourceProvider } from "../provider/provider";
import type { Session } from "../provider/session";
import { handlerLoaders } from "../resources/handlers";

/** The providers of a process, one for each resource. A handler with its schemas is loaded when its provider is used. */
export class Providers {
  private readonly byType = new Map<string, ResourceProvider>();

  constructor(
    private readonly session: Session,
    /** The account of all of them. Absent: the engine configures each one. */
    private readonly account?: ConfigSource,
  ) {}

  of(type: string): ResourceProvider | undefined {
    const load = this.byType.has(type) ? undefined : handlerLoaders.get(type);
    if (load) {
      const provider = new ResourceProvider(load(), this.session);
      if (this.account) provider.configure(this.account);
      this.byType.set(type, provider);
    }
    return this.byType.get(type);
  }
}
