import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import type { Engine } from "../pulumi/internals/engine";
import { pluginToken } from "../pulumi/names";
import type { ResourceProtocol } from "../pulumi/process/protocol";
import { Session } from "../pulumi/process/session";
import { Account } from "./account";
import { PLUGIN } from "./errors";
import { invoke } from "./functions";
import { Resources } from "./resources";

/** The dynamic providers of all resources, by type, which share a session. */
export type ProvidersOf = (session: Session) => Map<string, () => ResourceProtocol>;

/** What the plugin serves beside its schema: resources and functions with one account. */
export class Plugin {
  readonly account = new Account();
  readonly resources: Resources;
  private readonly session: Session;
  private readonly configured = new Set<ResourceProtocol>();

  constructor(engine: Engine, providersOf: ProvidersOf) {
    this.session = new Session({ engine });
    this.session.watchEngine();
    const providers = providersOf(this.session);
    this.resources = new Resources(
      (type) => this.configuredProvider(providers.get(type)?.(), type),
      () => this.account.keyOwner,
    );
  }

  configure(request: requests.ConfigureRequest): requests.ConfigureResponse {
    const response = this.account.configure(request);
    this.session.keyOwner = this.account.keyOwner;
    return response;
  }

  invoke(request: requests.InvokeRequest): Promise<requests.InvokeResponse> {
    return invoke(request, this.session, this.account);
  }

  /** The engine ends the process at the end of a run. */
  interrupt(): void {
    this.session.interrupt();
  }

  private configuredProvider(provider: ResourceProtocol | undefined, type: string): ResourceProtocol {
    if (!provider) throw PLUGIN.unknownToken.error({ token: pluginToken(type) });
    if (!this.configured.has(provider)) provider.configure({ config: this.account });
    this.configured.add(provider);
    return provider;
  }
}
