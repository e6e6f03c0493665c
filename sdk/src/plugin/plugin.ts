import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { changeName, creationName } from "../pulumi/files/record-store";
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
      (urn, id) => this.forgetRecords(urn, id),
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

  /** The engine ends the process at the end of a run. It has saved the results that it has got. */
  interrupt(): void {
    for (const [urn, id] of this.resources.reported) this.forgetRecords(urn, id);
    this.session.interrupt();
  }

  /** The state has the object: what the disk has of its creation, and of a change that the engine has got, is not needed any more. */
  private forgetRecords(urn: string, id: string): void {
    const { recordStore: store } = this.session;
    const [creation, change] = [creationName(store.scope, urn), changeName(store.scope, urn)];
    if (store.load(creation)?.unfinished.id === id) store.remove(creation);
    if (store.load(change)?.reported) store.remove(change);
  }

  private configuredProvider(provider: ResourceProtocol | undefined, type: string): ResourceProtocol {
    if (!provider) throw PLUGIN.unknownToken.error({ token: pluginToken(type) });
    if (!this.configured.has(provider)) provider.configure({ config: this.account });
    this.configured.add(provider);
    return provider;
  }
}
