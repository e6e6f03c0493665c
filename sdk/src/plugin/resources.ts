import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { EXISTING } from "../errors/existing";
import type { CheckFailure } from "../errors/inputs";
import { declaredPaths, uniquePaths } from "../lifecycle/properties";
import type { AnyResource } from "../lifecycle/resource";
import { importedObject, parseObjectPath, withoutDefaults } from "../pulumi/imported";
import { Empty, messages } from "../pulumi/internals/protocol";
import { classOf, pluginToken, providerText } from "../pulumi/names";
import { ResourceFailure } from "../pulumi/process/failures";
import type { ResourceProtocol } from "../pulumi/process/protocol";
import { type OperationKind, split } from "../pulumi/process/state";
import type { JsonObject } from "../util/json";
import { diffResponse } from "./diff";
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
    private readonly resourceOf: (type: string) => { handler: AnyResource; provider: ResourceProtocol },
    /** The name of the provider, if it has a key of its own. */
    private readonly keyOwner: () => string | undefined,
  ) {}

  async check(request: requests.CheckRequest): Promise<requests.CheckResponse> {
    const urn = this.urnOf(request);
    const news = received(request.getNews());
    const { inputs, failures } = await this.register(
      urn,
      stateOf(request.getOlds()),
      news,
      proposal(request),
    );
    const taken = Object.entries(news.values).filter(([name]) => !Object.hasOwn(inputs, name));
    this.checked.set(urn, { values: Object.fromEntries(taken), secret: news.secret });
    const shown = this.shown(inputs, Object.fromEntries(taken));
    const response = new messages.CheckResponse().setInputs(this.inState(urn, shown, news.secret));
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
    return { failures: this.named(result.failures), inputs };
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

  private changeOf(request: requests.DiffRequest | requests.UpdateRequest): Change & { urn: string } {
    const urn = this.urnOf(request);
    const [olds, news] = [stateOf(request.getOldInputs()), this.newsOf(urn, request.getNews())];
    const outputs = this.before(urn, request.getOlds(), request.getOldInputs());
    return { urn, id: this.idIn(urn, request.getId()), outputs, olds, news };
  }

  async diff(request: requests.DiffRequest): Promise<requests.DiffResponse> {
    const { urn, id, outputs, olds, news } = this.changeOf(request);
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
    const urn = this.urnOf(request);
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
    return response.setId(this.created(urn, id, outs)).setProperties(this.inState(urn, outs));
  }

  async update(request: requests.UpdateRequest): Promise<requests.UpdateResponse> {
    const { urn, id, outputs, olds, news } = this.changeOf(request);
    const response = new messages.UpdateResponse();
    if (request.getPreview()) {
      const inputs = await this.previewChange(urn, { id, outputs, olds, news });
      const known = previewedOutputs(pluginToken(classOf(urn)), inputs, { id, outputs });
      return response.setProperties(struct(known, news.secret));
    }
    const inputs = await this.inputsOf(urn, olds, news, timeouts("update", request.getTimeout()));
    const { outs } = await this.provider(urn).update(id, outputs, inputs);
    return response.setProperties(this.inState(urn, outs));
  }

  /** Has the dynamic provider ask what the change of an existing resource would meet, which it does in `diff`. */
  private async previewChange(urn: string, { id, outputs, olds, news }: Change): Promise<JsonObject> {
    const inputs = await this.inputsOf(urn, olds, news, { __preview: true });
    await this.provider(urn).diff(id, outputs, inputs);
    return inputs;
  }

  async read(request: requests.ReadRequest): Promise<requests.ReadResponse> {
    const [urn, id] = [this.urnOf(request), request.getId()];
    const values = this.before(urn, request.getProperties(), request.getInputs());
    const facts = { __urn: urn, ...timeouts("read", request.getTimeout()) };
    const response = new messages.ReadResponse();
    if (!("__provider" in values)) {
      const reading = this.readExisting(urn, id, values, facts);
      const existing = await (this.mayBeMissing(urn) ? unlessMissing(reading) : reading);
      if (!existing) return response;
      const { inputs, outputs } = existing;
      response.setProperties(this.inState(urn, outputs)).setInputs(this.inState(urn, inputs));
      return response.setId(this.idOut(urn, existing.id, outputs));
    }
    const { id: found, props = {}, inputs } = await this.provider(urn).read(id, { ...values, ...facts });
    if (found === undefined) return response;
    const secret = (values.__secret ?? []) as string[];
    response.setId(found).setProperties(this.inState(urn, props));
    const { __imported } = received(request.getInputs()).values;
    const read = __imported ? this.importedInputs(urn, found, props) : inputs;
    return read ? response.setInputs(this.inState(urn, read, secret)) : response;
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
    const outputs = { ...split(props).own, __imported: true };
    return { id: found, outputs, inputs: this.importedInputs(urn, found, props) };
  }

  /** All inputs of an existing object. The program has declared none of them, until its own inputs are in the state. */
  private importedInputs(urn: string, id: string, outputs: JsonObject): JsonObject {
    const resource = this.handler(urn);
    const { inputs } = importedObject(resource, { id, state: split(outputs).own });
    return { ...withoutDefaults(resource, inputs), __imported: true };
  }

  async delete(request: requests.DeleteRequest): Promise<InstanceType<typeof Empty>> {
    const urn = this.urnOf(request);
    const facts = { __urn: urn, ...timeouts("delete", request.getTimeout()) };
    await this.provider(urn).delete(this.idIn(urn, request.getId()), {
      ...stateOf(request.getProperties()),
      ...facts,
    });
    return new Empty();
  }

  /**
   * The state of a resource. What was declared follows from the stored inputs as well, but for those of an imported object, which
   * nobody has declared: the dynamic provider knows what counts there.
   */
  private before(urn: string, outputs: Properties, inputs: Properties): JsonObject {
    const values = stateOf(outputs);
    const stored = received(inputs).values;
    const paths = stored.__imported ? [] : declaredPaths(stored, this.handler(urn).properties);
    const declared = uniquePaths(values.__declared as string[] | undefined, paths);
    return { ...values, ...(declared.length > 0 && { __declared: declared }) };
  }

  /**
   * Whether an object that does not exist is no failure. The method `exists` of a generated class reads under a name that the engine
   * makes up.
   */
  protected mayBeMissing(urn: string): boolean {
    return /::__exists__\d+$/.test(urn);
  }

  /** The URN of the resource that a request is about. */
  protected urnOf(request: { getUrn(): string }): string {
    return request.getUrn();
  }

  /** The id of an object in the request for its resource. */
  protected idIn(_urn: string, id: string): string {
    return id;
  }

  /** The id that the engine gets for an object that was read. */
  protected idOut(_urn: string, id: string, _outputs: JsonObject): string {
    return id;
  }

  /** The id that the engine gets for a new object. */
  protected created(_urn: string, id: string, _outputs: JsonObject): string {
    return id;
  }

  /** The inputs that the engine shows and stores. `taken`: those that are only sent. */
  protected shown(inputs: JsonObject, _taken: JsonObject): JsonObject {
    return inputs;
  }

  protected named(failures: CheckFailure[]): CheckFailure[] {
    return withPythonNames(failures);
  }

  /** Inputs or outputs as the state stores them: the same as of a resource in TypeScript, with its provider text. */
  protected inState(urn: string, values: JsonObject, secret?: string[]): ReturnType<typeof stored> {
    return stored({ ...values, __provider: providerText(classOf(urn)) }, secret);
  }

  protected handler(urn: string): AnyResource {
    return this.resourceOf(classOf(urn)).handler;
  }

  protected provider(urn: string): ResourceProtocol {
    return this.resourceOf(classOf(urn)).provider;
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ResourceFailure && error.errorCode === EXISTING.notFound.code) return undefined;
    throw error;
  }
}

/** The name that the stack's setting `pulumi:autonaming` proposes for the resource. */
function proposal(request: requests.CheckRequest): JsonObject {
  const autonaming = request.getAutonaming();
  return autonaming ? { __name: autonaming.getProposedName() || null } : {};
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
