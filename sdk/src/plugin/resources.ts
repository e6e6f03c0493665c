import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { declaredPaths, uniquePaths } from "../lifecycle/properties";
import type { AnyResource } from "../lifecycle/resource";
import { importedObject, parseObjectPath, withoutDefaults } from "../pulumi/imported";
import { Empty, messages } from "../pulumi/internals/protocol";
import { classOf, pluginToken, providerText, tokenOf } from "../pulumi/names";
import { ResourceFailure } from "../pulumi/process/failures";
import type { ResourceProtocol } from "../pulumi/process/protocol";
import { type OperationKind, split } from "../pulumi/process/state";
import { handlerLoaders } from "../resources/handlers";
import type { JsonObject } from "../util/json";
import { diffResponse } from "./diff";
import { PLUGIN } from "./errors";
import { previewedOutputs } from "./preview";
import { type Received, received, stored, struct, withPythonNames } from "./values";

/** As the engine sends them. */
type Properties = Parameters<typeof received>[0];

/** An existing resource, and the inputs that it gets. */
interface Change {
  id: string;
  outputs: JsonObject;
  olds: JsonObject;
  news: Received;
}

/**
 * The methods of Pulumi's provider protocol for resources. Each calls the method of the dynamic provider, with the facts that a
 * program in TypeScript passes as hidden inputs.
 */
export class Resources {
  /** By URN: the inputs that `check` has taken away, and the names of those that the program has marked as secret. */
  private readonly checked = new Map<string, Received>();
  /** By URN. */
  private readonly replaced = new Map<string, Change>();

  constructor(
    private readonly providerOf: (type: string) => ResourceProtocol,
    /** The name of the provider, if it has a key of its own. */
    private readonly keyOwner: () => string | undefined,
  ) {}

  async check(request: requests.CheckRequest): Promise<requests.CheckResponse> {
    const urn = request.getUrn();
    const news = received(request.getNews());
    const { inputs, failures } = await this.register(urn, stateOf(request.getOlds()), news);
    const taken = Object.entries(news.values).filter(([name]) => !Object.hasOwn(inputs, name));
    this.checked.set(urn, { values: Object.fromEntries(taken), secret: news.secret });
    const response = new messages.CheckResponse().setInputs(struct(inputs, news.secret));
    for (const { property, reason } of failures)
      response.addFailures(new messages.CheckFailure().setProperty(property).setReason(reason));
    return response;
  }

  /**
   * Calls the `check` of the dynamic provider, which registers the resource for its next method. The facts are what a program in
   * TypeScript adds to the inputs.
   */
  private async register(urn: string, olds: JsonObject, { values, secret }: Received, facts?: JsonObject) {
    const result = await this.provider(urn).check(olds, {
      ...values,
      __urn: urn,
      ...(this.keyOwner() !== undefined && { __account: this.keyOwner() as string }),
      ...(secret.length > 0 && { __secret: secret }),
      ...facts,
    });
    const inputs = { ...result.inputs, __provider: providerText(classOf(urn)) };
    return { failures: withPythonNames(result.failures), inputs };
  }

  /** The inputs that the engine sends after `check`. A policy may have changed them, and have lost which are secret. */
  private newsOf(urn: string, sent: Properties): Received {
    const [checked, { values, secret }] = [this.checked.get(urn), received(sent)];
    return {
      values: { ...checked?.values, ...split(values).own },
      secret: [...new Set([...(checked?.secret ?? []), ...secret])],
    };
  }

  /** The inputs of the next operation, checked again. */
  private async inputsOf(urn: string, olds: JsonObject, news: Received, facts?: JsonObject) {
    const { inputs, failures } = await this.register(urn, olds, news, facts);
    if (failures.length === 0) return inputs;
    throw new ResourceFailure(
      new Error(failures.map(({ property, reason }) => `${property} ${reason}`).join("\n")),
    );
  }

  async diff(request: requests.DiffRequest): Promise<requests.DiffResponse> {
    const [urn, id] = [request.getUrn(), request.getId()];
    const [olds, news] = [stateOf(request.getOldInputs()), this.newsOf(urn, request.getNews())];
    const outputs = this.before(urn, request.getOlds(), request.getOldInputs(), news.values);
    // A refresh compares without a check before it.
    const isChecked = this.checked.has(urn);
    const inputs = isChecked ? await this.inputsOf(urn, olds, news) : received(request.getNews()).values;
    const result = await this.provider(urn).diff(id, outputs, inputs);
    if (result.replaces?.length && isChecked) this.replaced.set(urn, { id, outputs, olds, news });
    const compared = Object.entries(olds).filter(([name]) => name in inputs || !olds.__imported);
    const response = diffResponse(Object.fromEntries(compared), inputs, result);
    return response.setDeletebeforereplace(result.deleteBeforeReplace ?? false);
  }

  async create(request: requests.CreateRequest): Promise<requests.CreateResponse> {
    const urn = request.getUrn();
    const news = this.newsOf(urn, request.getProperties());
    const response = new messages.CreateResponse();
    if (request.getPreview()) {
      const replaced = this.replaced.get(urn);
      if (replaced) await this.previewChange(urn, replaced);
      const inputs = await this.inputsOf(urn, {}, news, { __preview: true });
      const known = previewedOutputs(pluginToken(classOf(urn)), inputs);
      return response.setProperties(struct(known, news.secret));
    }
    const inputs = await this.inputsOf(urn, {}, news, timeouts("create", request.getTimeout()));
    const { id, outs } = await this.provider(urn).create(inputs);
    return response.setId(id).setProperties(inState(urn, outs));
  }

  async update(request: requests.UpdateRequest): Promise<requests.UpdateResponse> {
    const [urn, id] = [request.getUrn(), request.getId()];
    const [olds, news] = [stateOf(request.getOldInputs()), this.newsOf(urn, request.getNews())];
    const outputs = this.before(urn, request.getOlds(), request.getOldInputs(), news.values);
    const response = new messages.UpdateResponse();
    if (request.getPreview()) {
      const inputs = await this.previewChange(urn, { id, outputs, olds, news });
      const known = previewedOutputs(pluginToken(classOf(urn)), inputs, { id, outputs });
      return response.setProperties(struct(known, news.secret));
    }
    const inputs = await this.inputsOf(urn, olds, news, timeouts("update", request.getTimeout()));
    const { outs } = await this.provider(urn).update(id, outputs, inputs);
    return response.setProperties(inState(urn, outs));
  }

  /** Has the dynamic provider ask what the change of an existing resource would meet, which it does in `diff`. */
  private async previewChange(urn: string, { id, outputs, olds, news }: Change): Promise<JsonObject> {
    const inputs = await this.inputsOf(urn, olds, news, { __preview: true });
    await this.provider(urn).diff(id, outputs, inputs);
    return inputs;
  }

  async read(request: requests.ReadRequest): Promise<requests.ReadResponse> {
    const [urn, id] = [request.getUrn(), request.getId()];
    const values = this.before(urn, request.getProperties(), request.getInputs());
    const facts = { __urn: urn, ...timeouts("read", request.getTimeout()) };
    const response = new messages.ReadResponse();
    if (!("__provider" in values)) {
      const { inputs, outputs, ...found } = await this.readExisting(urn, id, values, facts);
      return response.setId(found.id).setProperties(inState(urn, outputs)).setInputs(inState(urn, inputs));
    }
    const { id: found, props = {}, inputs } = await this.provider(urn).read(id, { ...values, ...facts });
    if (found === undefined) return response;
    const secret = (values.__secret ?? []) as string[];
    response.setId(found).setProperties(inState(urn, props));
    const { __imported } = received(request.getInputs()).values;
    const read = inputs && __imported ? this.importedInputs(urn, found, props) : inputs;
    return read ? response.setInputs(inState(urn, read, secret)) : response;
  }

  /** Reads an object for an import or for `get`: the engine knows its id, and with `get` some of its properties. */
  private async readExisting(urn: string, path: string, declared: JsonObject, facts: JsonObject) {
    const resource = this.handler(urn);
    const { identity } = resource;
    const isWhole = Object.keys(identity?.scope ?? {}).some((name) => !(name in declared));
    const { id, scope } =
      identity && isWhole ? parseObjectPath({ ...resource, identity }, path) : { id: path, scope: declared };
    const read = await this.provider(urn).read(id, { ...scope, ...facts, __get: true });
    const { id: found = "", props = {} } = read;
    return { id: found, outputs: split(props).own, inputs: this.importedInputs(urn, found, props) };
  }

  /** All inputs of an existing object. The program has declared none of them, until its own inputs are in the state. */
  private importedInputs(urn: string, id: string, outputs: JsonObject): JsonObject {
    const resource = this.handler(urn);
    const { inputs } = importedObject(resource, { id, state: split(outputs).own });
    return { ...withoutDefaults(resource, inputs), __imported: true };
  }

  async delete(request: requests.DeleteRequest): Promise<InstanceType<typeof Empty>> {
    const urn = request.getUrn();
    const facts = { __urn: urn, ...timeouts("delete", request.getTimeout()) };
    await this.provider(urn).delete(request.getId(), {
      ...stateOf(request.getProperties()),
      ...facts,
    });
    return new Empty();
  }

  /**
   * The state of a resource. What was declared follows from the stored inputs as well: an import stores only these. What the program
   * does not declare of an imported object stays as it is, so there, what it declares now counts.
   */
  private before(urn: string, outputs: Properties, inputs: Properties, news: JsonObject = {}): JsonObject {
    const values = stateOf(outputs);
    const stored = received(inputs).values;
    const paths = declaredPaths(stored.__imported ? news : stored, this.handler(urn).properties);
    const declared = uniquePaths(values.__declared as string[] | undefined, paths);
    return { ...values, ...(declared.length > 0 && { __declared: declared }) };
  }

  private handler(urn: string): AnyResource {
    const handler = handlerLoaders().get(classOf(urn))?.();
    if (!handler) throw PLUGIN.unknownToken.error({ token: tokenOf(urn) });
    return handler;
  }

  private provider(urn: string): ResourceProtocol {
    return this.providerOf(classOf(urn));
  }
}

/** What the state stores of a resource: the same as of one in TypeScript, with its provider text. */
function inState(urn: string, values: JsonObject, secret?: string[]) {
  return stored({ ...values, __provider: providerText(classOf(urn)) }, secret);
}

/** Inputs or a state that the engine has stored. Timeouts of a state that TypeScript has written are not those of this program. */
function stateOf(stored: Properties): JsonObject {
  const { __timeouts, ...values } = received(stored).values;
  return values;
}

/** The timeout of an operation as the state of a TypeScript program has it. Zero: the program sets none. */
function timeouts(operation: OperationKind, seconds: number): JsonObject {
  return seconds > 0 ? { __timeouts: { [operation]: `${seconds}s` } } : {};
}
