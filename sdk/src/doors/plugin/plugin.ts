import type { ServiceError } from "@grpc/grpc-js";
import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import type { ResourceProvider } from "../../provider/provider";
import { Session, type SessionOptions } from "../../provider/session";
import type { Engine } from "../../pulumi/internals/engine";
import { pluginToken } from "../../pulumi/names";
import { Providers } from "../providers";
import { Account } from "./account";
import { PLUGIN } from "./errors";
import { invoke } from "./functions";
import { Lists } from "./list";
import { Resources } from "./resources";
import { statusOf } from "./status";
import { ResourcesWithoutState, withoutStack } from "./without-state";

/** What the plugin serves beside its schema: resources and functions with one account. */
export class Plugin {
  readonly account = new Account();
  readonly lists: Lists;
  private readonly session: Session;
  private readonly providers: Providers;
  private served: Resources | undefined;

  constructor(engine: Engine, options: SessionOptions = {}) {
    this.session = new Session({ ...options, engine: this.besideResults(engine) });
    this.session.watchEngine();
    this.providers = new Providers(this.session, this.account);
    this.lists = new Lists(this.providerOf, (text) => void this.session.warn(text));
  }

  configure(request: requests.ConfigureRequest): requests.ConfigureResponse {
    const response = this.account.configure(request);
    this.session.keyOwner = this.account.keyOwner;
    return response;
  }

  get resources(): Resources {
    const Served = this.account.hasStack ? Resources : ResourcesWithoutState;
    this.served ??= new Served(this.providerOf);
    return this.served;
  }

  /** `preview`: whether the run is one; undefined if the engine does not say it. */
  invoke(request: requests.InvokeRequest, preview: boolean | undefined): Promise<requests.InvokeResponse> {
    return invoke(request, this.session, this.account, preview);
  }

  /** A failed call for the engine. */
  statusOf(error: Error): Partial<ServiceError> {
    return statusOf(error, this.account.hasStack ? error.message : withoutStack(error.message));
  }

  /** The engine ends the process at the end of a run. */
  interrupt(): void {
    this.session.interrupt();
  }

  /** `pulumi do` prints all but warnings to the standard output, which has the result. */
  private besideResults(engine: Engine): Engine {
    return {
      status: (urn, text, severity) => {
        if (this.account.hasStack) engine.status(urn, text, severity);
      },
      log: (urn, text, severity) => {
        if (this.account.hasStack) return engine.log(urn, text, severity);
        return engine.log(undefined, withoutStack(text), "warning");
      },
      onCancel: (listener) => engine.onCancel(listener),
      onDisconnected: (listener) => engine.onDisconnected(listener),
    };
  }

  private readonly providerOf = (type: string): ResourceProvider => {
    const provider = this.providers.of(type);
    if (!provider) throw PLUGIN.unknownToken.error({ token: pluginToken(type) });
    return provider;
  };
}
