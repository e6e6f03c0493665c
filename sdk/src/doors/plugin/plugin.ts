import type { ServiceError } from "@grpc/grpc-js";
import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { PartialFailure } from "../../provider/failures";
import { ResourceProvider } from "../../provider/provider";
import { Session, type SessionOptions } from "../../provider/session";
import type { Engine } from "../../pulumi/internals/engine";
import { Any, grpc, messages, Status } from "../../pulumi/internals/protocol";
import { pluginToken } from "../../pulumi/names";
import { handlerLoaders } from "../../resources/handlers";
import { Account } from "./account";
import { PLUGIN } from "./errors";
import { invoke } from "./functions";
import { Lists } from "./list";
import { Resources } from "./resources";
import { storedStruct } from "./values";
import { ResourcesWithoutState, withoutStack } from "./without-state";

/** What the plugin serves beside its schema: resources and functions with one account. */
export class Plugin {
  readonly account = new Account();
  readonly lists: Lists;
  private readonly session: Session;
  /** By type. A handler with its schemas is loaded when its provider is used. */
  private readonly providers = new Map<string, ResourceProvider>();
  private served: Resources | undefined;

  constructor(engine: Engine, options: SessionOptions = {}) {
    this.session = new Session({ ...options, engine: this.besideResults(engine) });
    this.session.watchEngine();
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
    const known = this.providers.get(type);
    if (known) return known;
    const load = handlerLoaders.get(type);
    if (!load) throw PLUGIN.unknownToken.error({ token: pluginToken(type) });
    const provider = new ResourceProvider(load(), this.session);
    provider.configure(this.account);
    this.providers.set(type, provider);
    return provider;
  };
}

/** A failed call for the engine. That of a partial failure has the state that the engine has to keep. */
export function statusOf(error: unknown, message: string): Partial<ServiceError> {
  const metadata = new grpc.Metadata();
  if (error instanceof PartialFailure) {
    const { type, state } = error;
    const detail = new messages.ErrorResourceInitFailed();
    detail.setId(state.id);
    detail.setProperties(storedStruct(type, state));
    detail.setReasonsList([error.message]);
    // The next run looks at what the failed one has left, also where it refreshes nothing. Tasks that still run are awaited by the
    // next update, and not by its preview.
    detail.setRefreshBeforeUpdate(!state.unfinished?.tasks);
    const details = new Any();
    details.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status();
    status.setCode(grpc.status.UNKNOWN);
    status.setMessage(message);
    status.addDetails(details);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details: message, metadata };
}
