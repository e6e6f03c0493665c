import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import { EXISTING } from "../../errors/existing";
import type { CheckFailure } from "../../errors/inputs";
import { scopeOf } from "../../operation/identity";
import { declaredPaths, uniquePaths } from "../../operation/properties";
import type { AnyResource } from "../../operation/resource";
import { partition } from "../../provider/diff";
import { importedObject, parseObjectPath, withoutDefaults } from "../../provider/existing";
import { invalidInputs, ResourceFailure } from "../../provider/failures";
import type { ResourceProvider } from "../../provider/provider";
import type { OperationKind, ResourceFacts, ResourceState, StoredInputs } from "../../provider/state";
import { Empty, messages } from "../../pulumi/internals/protocol";
import { classOf, pluginToken } from "../../pulumi/names";
import { canonicalJson, type JsonObject } from "../../util/json";
import { inputsIn, split, stateIn } from "../stored";
import { diffResponse } from "./diff";
import { previewedOutputs } from "./preview";
import { type Received, received, storedInputs, storedStruct, struct, withPythonNames } from "./values";

/** What `check` has returned, and what of it the engine does not keep until the next methods. */
interface Checked {
  inputs: JsonObject;
  /** Those of the inputs that are not stored. */
  transient: JsonObject;
  /** The names of the inputs that the program has marked as secret. */
  secret: string[];
}

/** The methods of Pulumi's provider protocol for resources: a translation of its messages, which have all facts. */
export class Resources {
  private readonly checked = new Map<string, Checked>();

  constructor(private readonly providerOf: (type: string) => ResourceProvider) {}

  async check(request: requests.CheckRequest): Promise<requests.CheckResponse> {
    const urn = this.urnOf(request);
    const { values, secret } = received(request.getNews());
    const olds = received(request.getOlds()).values;
    const before = Object.keys(olds).length > 0 ? inputsIn(olds).values : undefined;
    const facts = { ...factsOf(urn, secret), proposedName: proposal(request) };
    const { inputs, failures } = await this.provider(urn).check(before, split(values).own, facts);
    const { transient, stored } = partition(this.handler(urn), inputs, secret);
    this.checked.set(urn, { inputs, transient, secret });
    const response = new messages.CheckResponse().setInputs(this.inputsOut(urn, stored, secret, transient));
    for (const { property, reason } of this.named(failures))
      response.addFailures(new messages.CheckFailure().setProperty(property).setReason(reason));
    return response;
  }

  /** The inputs of an operation. What a policy has changed since the check is checked, and stays secret if the mark was lost. */
  private async newsOf(urn: string, { values, secret: marked }: Received, stored?: StoredInputs) {
    const checked = this.checked.get(urn);
    const facts = factsOf(urn, [...new Set([...(checked?.secret ?? []), ...marked])]);
    const news = { ...checked?.transient, ...split(values).own };
    if (canonicalJson(news) === canonicalJson(checked?.inputs ?? null)) return { inputs: news, facts };
    const { inputs, failures } = await this.provider(urn).check(stored?.values, news, facts);
    if (failures.length > 0) throw invalidInputs(this.named(failures));
    return { inputs, facts };
  }

  private existing(request: requests.DiffRequest | requests.UpdateRequest) {
    const urn = this.urnOf(request);
    const stored = inputsIn(received(request.getOldInputs()).values);
    return {
      stored,
      state: this.stateOf(urn, this.idIn(urn, request.getId()), received(request.getOlds()).values, stored),
    };
  }

  async diff(request: requests.DiffRequest): Promise<requests.DiffResponse> {
    const urn = this.urnOf(request);
    const { state, stored } = this.existing(request);
    const sent = received(request.getNews());
    const news = split(sent.values).own;
    const result = await this.provider(urn).diff({
      state,
      // A refresh compares without a check before it, and changes nothing.
      ...(this.checked.has(urn)
        ? { stored, ...(await this.newsOf(urn, sent, stored)) }
        : { inputs: news, facts: {} }),
    });
    const olds = Object.entries(stored.values).filter(([name]) => name in news || !stored.isImported);
    const response = diffResponse(Object.fromEntries(olds), news, result);
    return response.setDeletebeforereplace(result.deleteBeforeReplace ?? false);
  }

  async create(request: requests.CreateRequest): Promise<requests.CreateResponse> {
    const urn = this.urnOf(request);
    const { inputs, facts } = await this.newsOf(urn, received(request.getProperties()));
    const response = new messages.CreateResponse();
    if (request.getPreview()) {
      await this.provider(urn).previewCreation(inputs, facts);
      return response.setProperties(this.previewed(urn, inputs, facts));
    }
    const timeouts = timeoutOf("create", request);
    const state = await this.provider(urn).create(inputs, { ...facts, timeouts });
    return response.setId(this.created(urn, state)).setProperties(this.stateOut(urn, state));
  }

  async update(request: requests.UpdateRequest): Promise<requests.UpdateResponse> {
    const urn = this.urnOf(request);
    const { state, stored } = this.existing(request);
    const { inputs, facts } = await this.newsOf(urn, received(request.getNews()), stored);
    const change = { state, stored, inputs, facts };
    const response = new messages.UpdateResponse();
    if (request.getPreview()) {
      await this.provider(urn).previewUpdate(change);
      return response.setProperties(this.previewed(urn, inputs, facts, state));
    }
    const timeouts = timeoutOf("update", request);
    const updated = await this.provider(urn).update({ ...change, facts: { ...facts, timeouts } });
    return response.setProperties(this.stateOut(urn, updated));
  }

  private previewed(urn: string, inputs: JsonObject, { secret }: ResourceFacts, state?: ResourceState) {
    const { stored } = partition(this.handler(urn), inputs, secret);
    return struct(previewedOutputs(pluginToken(classOf(urn)), stored, state), secret);
  }

  async read(request: requests.ReadRequest): Promise<requests.ReadResponse> {
    const [urn, id] = [this.urnOf(request), request.getId()];
    const facts = { urn, timeouts: timeoutOf("read", request) };
    const stored = inputsIn(received(request.getInputs()).values);
    const outputs = received(request.getProperties()).values;
    const before = this.stateOf(urn, id, outputs, stored);
    const response = new messages.ReadResponse();
    if (!split(outputs).hidden.__provider) {
      const reading = this.readExisting(urn, id, before.values, facts);
      const state = await (this.mayBeMissing(urn) ? unlessMissing(reading) : reading);
      if (!state) return response;
      response.setProperties(this.stateOut(urn, state)).setInputs(this.importedInputs(urn, state));
      return response.setId(this.idOut(urn, state));
    }
    const read = await this.provider(urn).read(before, facts);
    if (read === undefined) return response;
    const { state, inputs } = read;
    response.setId(state.id).setProperties(this.stateOut(urn, state));
    if (stored.isImported) return response.setInputs(this.importedInputs(urn, state));
    return inputs ? response.setInputs(this.inputsOut(urn, inputs, state.secret)) : response;
  }

  /** Reads an object for an import or for `get`: the engine knows its id, and with `get` some of its properties. */
  private async readExisting(
    urn: string,
    path: string,
    declared: JsonObject,
    facts: ResourceFacts,
  ): Promise<ResourceState> {
    const resource = this.handler(urn);
    const { identity } = resource;
    const isWhole = Object.keys(scopeOf(identity)).some((name) => !(name in declared));
    const { id, scope } =
      identity && isWhole ? parseObjectPath({ ...resource, identity }, path) : { id: path, scope: declared };
    const found = await this.provider(urn).readExisting(id, scope, facts);
    return { ...found, isImported: true };
  }

  /** All inputs of an existing object. The program has declared none of them, until its own inputs are in the state. */
  private importedInputs(urn: string, { id, values, secret }: ResourceState) {
    const resource = this.handler(urn);
    const { inputs } = importedObject(resource, { id, values });
    return this.inputsOut(urn, { ...withoutDefaults(resource, inputs), __imported: true }, secret);
  }

  async delete(request: requests.DeleteRequest): Promise<InstanceType<typeof Empty>> {
    const urn = this.urnOf(request);
    const state = this.stateOf(
      urn,
      this.idIn(urn, request.getId()),
      received(request.getProperties()).values,
    );
    await this.provider(urn).delete(state, { urn, timeouts: timeoutOf("delete", request) });
    return new Empty();
  }

  /**
   * The state of a resource. What was declared follows from the stored inputs as well, but for those of an imported object, which
   * nobody has declared. Timeouts of a state that TypeScript has written are not those of this program.
   */
  private stateOf(urn: string, id: string, outputs: JsonObject, stored?: StoredInputs): ResourceState {
    const state = { ...stateIn(id, outputs), timeouts: undefined };
    const paths =
      !stored || stored.isImported ? [] : declaredPaths(stored.values, this.handler(urn).properties);
    const declared = uniquePaths(state.declared, paths);
    return declared.length > 0 ? { ...state, declared } : state;
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
  protected idOut(_urn: string, { id }: ResourceState): string {
    return id;
  }

  /** The id that the engine gets for a new object. */
  protected created(_urn: string, { id }: ResourceState): string {
    return id;
  }

  protected named(failures: CheckFailure[]): CheckFailure[] {
    return withPythonNames(failures);
  }

  /** The inputs that the engine shows and stores: the same as of a resource in TypeScript. `_transient`: those that are only sent. */
  protected inputsOut(urn: string, inputs: JsonObject, secret: string[] = [], _transient: JsonObject = {}) {
    return storedInputs(classOf(urn), inputs, secret);
  }

  /** The state as the engine stores it: the same as of a resource in TypeScript. */
  protected stateOut(urn: string, state: ResourceState): ReturnType<typeof struct> {
    return storedStruct(classOf(urn), state);
  }

  protected handler(urn: string): AnyResource {
    return this.provider(urn).resource;
  }

  protected provider(urn: string): ResourceProvider {
    return this.providerOf(classOf(urn));
  }
}

function factsOf(urn: string, secret: string[]): ResourceFacts {
  return { urn, secret: secret.length > 0 ? secret : undefined };
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
function proposal(request: requests.CheckRequest): string | null | undefined {
  const autonaming = request.getAutonaming();
  return autonaming && (autonaming.getProposedName() || null);
}

/** Zero: the program sets none. */
function timeoutOf(operation: OperationKind, request: { getTimeout(): number }): ResourceFacts["timeouts"] {
  const seconds = request.getTimeout();
  return seconds > 0 ? { [operation]: `${seconds}s` } : undefined;
}
