import { statusOf } from "../../sdk/src/doors/plugin/plugin";
import { Resources } from "../../sdk/src/doors/plugin/resources";
import { received, struct } from "../../sdk/src/doors/plugin/values";
import type { ResourceProvider } from "../../sdk/src/provider/provider";
import { messages, Status } from "../../sdk/src/pulumi/internals/protocol";
import type { JsonObject } from "../../sdk/src/util/json";
import { InProcessResource } from "./in-process-resource";
import type { ProviderMethods } from "./test-resource";

/** A resource of a program in another language: the engine calls the methods of the plugin, with messages of its protocol. */
export class InPluginResource extends InProcessResource {
  /** The names of the inputs that the program passes as secrets. */
  secret: string[] = [];
  declare plugin: Resources;

  override run<T>(operation: Promise<T>): Promise<T> {
    return super.run(operation);
  }

  protected override methodsOf(provider: ResourceProvider): ProviderMethods {
    const { urn } = this;
    const plugin = new Resources(() => provider);
    this.plugin = plugin;
    let seconds: JsonObject = {};
    const timeout = (operation: string) => Number.parseFloat(String(seconds[operation] ?? "0"));
    return {
      check: async (olds, { __urn, __provider, __timeouts, __preview, ...news }) => {
        if (__timeouts) seconds = __timeouts as JsonObject;
        const request = new messages.CheckRequest().setUrn(urn).setOlds(struct(olds));
        const reply = await this.run(plugin.check(request.setNews(struct(news, this.secret))));
        const failures = reply.getFailuresList().map((failure) => failure.toObject());
        return { inputs: received(reply.getInputs()).values, failures };
      },
      diff: async (id, olds, news) => {
        const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(olds));
        request.setNews(struct(news)).setOldInputs(struct(this.state?.inputs ?? {}));
        const reply = await this.run(plugin.diff(request));
        const changes = reply.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME;
        return {
          changes,
          replaces: reply.getReplacesList(),
          deleteBeforeReplace: reply.getDeletebeforereplace(),
        };
      },
      create: async (inputs) => {
        const request = new messages.CreateRequest().setUrn(urn).setProperties(struct(inputs));
        const reply = await this.run(keeping(plugin.create(request.setTimeout(timeout("create")))));
        return { id: reply.getId(), outs: received(reply.getProperties()).values };
      },
      update: async (id, olds, news) => {
        const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(olds));
        request.setNews(struct(news)).setOldInputs(struct(this.state?.inputs ?? {}));
        const reply = await this.run(keeping(plugin.update(request.setTimeout(timeout("update")))));
        return { outs: received(reply.getProperties()).values };
      },
      read: async (id, { __urn, __get, ...properties }) => {
        const { __provider, ...declared } = properties;
        const request = new messages.ReadRequest().setUrn(urn).setId(id);
        request.setInputs(struct(this.state?.inputs ?? {}));
        const reply = await this.run(
          plugin.read(request.setProperties(struct(__get ? declared : properties))),
        );
        if (!reply.getId()) return {};
        const inputs = reply.hasInputs() ? { inputs: received(reply.getInputs()).values } : {};
        return { id: reply.getId(), props: received(reply.getProperties()).values, ...inputs };
      },
      delete: async (id, properties) => {
        const request = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(properties));
        await this.run(plugin.delete(request.setTimeout(timeout("delete"))));
      },
    };
  }
}

/** The engine keeps the state that the status of a failed call has. */
async function keeping<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: Error) => {
    const { metadata } = statusOf(error, error.message);
    const [details] = metadata?.get("grpc-status-details-bin") ?? [];
    const [any] = details ? Status.deserializeBinary(details as Buffer).getDetailsList() : [];
    if (!any) throw error;
    const kept = messages.ErrorResourceInitFailed.deserializeBinary(any.getValue_asU8());
    const properties = received(kept.getProperties()).values;
    throw Object.assign(error, { id: kept.getId(), properties, reasons: kept.getReasonsList() });
  });
}
