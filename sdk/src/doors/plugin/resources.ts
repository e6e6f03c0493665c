import type * as requests from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { EXISTING } from "../../errors/existing";
import type { CheckFailure } from "../../errors/inputs";
import { scopeOf } from "../../operation/identity";
import { containsUnknown, UNKNOWN } from "../../operation/inputs/validate";
import { declaredPaths, uniquePaths } from "../../operation/properties";
import { importedObject, parseObjectPath, withoutDefaults } from "../../provider/existing";
import { invalidInputs, ResourceFailure } from "../../provider/failures";
import type { ResourceProvider } from "../../provider/provider";
import {
  type OperationKind,
  partition,
  type ResourceFacts,
  type ResourceState,
  type StoredInputs,
} from "../../provider/state";
import { Empty, messages } from "../../pulumi/internals/protocol";
import { classOf, pluginToken } from "../../pulumi/names";
import { canonicalJson, type JsonObject } from "../../util/json";
import { inputsIn, split, stateIn } from "../stored";
import { diffResponse } from "./diff";
import { type Received, received, storedInputs, storedStruct, struct, withPythonNames } from "./values";

/** What `check` has returned, because the engine passes neither the inputs that are not stored nor all marks to the next methods. */
interface Checked {
  inputs: JsonObject;
  /** The names of the inputs that the program has marked as secret. */
  secret: string[];
}

/** The methods of Pulumi's provider protocol for resources: a translation of its messages, which have all facts. */
export class Resources {
  private readonly checked = new Map<string, Checked>();
  /** Failures of inputs as the languages of programs name these. */
  protected readonly named: (failures: CheckFailure[]) => CheckFailure[] = withPythonNames;

  constructor(private readonly providerOf: (type: string) => ResourceProvider) {}

  async check(request: requests.CheckRequest): Promise<requests.CheckResponse> {
    const urn = request.getUrn();
    const { values, secret } = received(request.getNews());
    const olds = received(request.getOlds()).values;
    const before = Object.keys(olds).length > 0 ? inputsIn(olds).values : undefined;
    const facts = { ...factsOf(urn, secret), proposedName: proposal(request) };
    const { inputs, failures } = await this.provider(urn).check(before, split(values).own, facts);
    this.checked.set(urn, { inputs, secret });
    const { stored } = partition(this.provider(urn).resource, inputs, secret);
    const response = new messages.CheckResponse().setInputs(storedInputs(classOf(urn), stored, secret));
    for (const { property, reason } of this.named(failures))
      response.addFailures(new messages.CheckFailure().setProperty(property).setReason(reason));
    return response;
  }

  /** The inputs of an operation. What a policy has changed since the check is checked, and stays secret if the mark was lost. */
  private async newsOf(urn: string, { values, secret: marked }: Received, stored?: StoredInputs) {
    const provider = this.provider(urn);
    const { inputs: checked, secret = [] } = this.checked.get(urn) ?? {};
    const facts = factsOf(urn, [...new Set([...secret, ...marked])]);
    const { transient } = partition(provider.resource, checked ?? {}, secret);
    const news = { ...transient, ...split(values).own };
    if (canonicalJson(news) === canonicalJson(checked ?? null)) return { inputs: news, facts };
    const { inputs, failures } = await provider.check(stored?.values, news, facts);
    if (failures.length > 0) throw invalidInputs(this.named(failures));
    return { inputs, facts };
  }

  /**
   * The state of a resource. What was declared follows from the stored inputs as well, but for those of an imported object, which
   * nobody has declared. Timeouts of a state that TypeScript has written are not those of this program.
   */
  private existing(
    request: { getUrn(): string; getId(): string },
    outputs: Struct | undefined,
    inputs?: Struct | undefined,
  ): { state: ResourceState; stored: StoredInputs } {
    const stored = inputsIn(received(inputs).values);
    const state = { ...stateIn(request.getId(), received(outputs).values), timeouts: undefined };
    const { properties } = this.provider(request.getUrn()).resource;
    const paths = stored.isImported ? [] : declaredPaths(stored.values, properties);
    const declared = uniquePaths(state.declared, paths);
    return { state: declared.length > 0 ? { ...state, declared } : state, stored };
  }

  async diff(request: requests.DiffRequest): Promise<requests.DiffResponse> {
    const urn = request.getUrn();
    const { state, stored } = this.existing(request, request.getOlds(), request.getOldInputs());
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
    const urn = request.getUrn();
    const { inputs, facts } = await this.newsOf(urn, received(request.getProperties()));
    const response = new messages.CreateResponse();
    if (request.getPreview()) {
      await this.provider(urn).previewCreation(inputs, facts);
      return response.setProperties(this.previewed(urn, inputs, facts));
    }
    const timeouts = timeoutOf("create", request);
    const state = await this.provider(urn).create(inputs, { ...facts, timeouts });
    return response.setId(state.id).setProperties(storedStruct(classOf(urn), state));
  }

  async update(request: requests.UpdateRequest): Promise<requests.UpdateResponse> {
    const urn = request.getUrn();
    const { state, stored } = this.existing(request, request.getOlds(), request.getOldInputs());
    const { inputs, facts } = await this.newsOf(urn, received(request.getNews()), stored);
    const change = { state, stored, inputs, facts };
    const response = new messages.UpdateResponse();
    if (request.getPreview()) {
      await this.provider(urn).previewUpdate(change);
      return response.setProperties(this.previewed(urn, inputs, facts, state));
    }
    const timeouts = timeoutOf("update", request);
    const updated = await this.provider(urn).update({ ...change, facts: { ...facts, timeouts } });
    return response.setProperties(storedStruct(classOf(urn), updated));
  }

  /**
   * The outputs that a preview knows of a resource: the inputs, but for those to which the platform adds values, and outputs that are
   * the id. All others are unknown.
   */
  private previewed(urn: string, inputs: JsonObject, { secret }: ResourceFacts, state?: ResourceState) {
    const { stored } = partition(this.provider(urn).resource, inputs, secret);
    const { properties, inputProperties } = schemaOf(classOf(urn));
    const entries = Object.keys(properties).map((name) => {
      const [input, old] = [stored[name], state?.values[name]];
      if (state && String(old) === state.id) return [name, old];
      const isSame = shapeOf(properties[name]) === shapeOf(inputProperties[name]);
      return [name, input !== undefined && isSame && !containsUnknown(input) ? input : UNKNOWN];
    });
    return struct(Object.fromEntries(entries), secret);
  }

  async read(request: requests.ReadRequest): Promise<requests.ReadResponse> {
    const urn = request.getUrn();
    const facts = { urn, timeouts: timeoutOf("read", request) };
    const { state: before, stored } = this.existing(request, request.getProperties(), request.getInputs());
    const isStored = request.getProperties()?.getFieldsMap().has("__provider");
    const read = await (isStored ? this.provider(urn).read(before, facts) : this.readExisting(before, facts));
    const response = new messages.ReadResponse();
    if (read === undefined) return response;
    const { state, inputs } = read;
    response.setId(state.id).setProperties(storedStruct(classOf(urn), state));
    if (stored.isImported || !isStored) return response.setInputs(this.importedInputs(urn, state));
    return inputs ? response.setInputs(storedInputs(classOf(urn), inputs, state.secret)) : response;
  }

  /** Reads an object for an import or for `get`: the engine knows its id, and with `get` some of its properties. */
  private async readExisting({ id: path, values }: ResourceState, facts: ResourceFacts & { urn: string }) {
    const provider = this.provider(facts.urn);
    const { resource } = provider;
    const { identity } = resource;
    const isWhole = Object.keys(scopeOf(identity)).some((name) => !(name in values));
    const { id, scope } =
      identity && isWhole ? parseObjectPath({ ...resource, identity }, path) : { id: path, scope: values };
    const reading = provider.readExisting(id, scope, facts);
    // The method `exists` of a generated class reads under a name that the engine makes up.
    const found = await (/::__exists__\d+$/.test(facts.urn) ? unlessMissing(reading) : reading);
    return found && { state: { ...found, isImported: true }, inputs: undefined };
  }

  /** All inputs of an existing object. The program has declared none of them, until its own inputs are in the state. */
  private importedInputs(urn: string, { id, values, secret }: ResourceState) {
    const { resource } = this.provider(urn);
    const { inputs } = importedObject(resource, { id, values });
    return storedInputs(classOf(urn), { ...withoutDefaults(resource, inputs), __imported: true }, secret);
  }

  async delete(request: requests.DeleteRequest): Promise<InstanceType<typeof Empty>> {
    const urn = request.getUrn();
    const { state } = this.existing(request, request.getProperties());
    await this.provider(urn).delete(state, { urn, timeouts: timeoutOf("delete", request) });
    return new Empty();
  }

  protected provider(urn: string): ResourceProvider {
    return this.providerOf(classOf(urn));
  }
}

function factsOf(urn: string, secret: string[]): ResourceFacts {
  return { urn, secret: secret.length > 0 ? secret : undefined };
}

/** Undefined if the object does not exist. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
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

type Properties = Record<string, Record<string, unknown>>;

interface ResourceSpec {
  properties: Properties;
  inputProperties: Properties;
}

/** A resource in the schema of the package. */
function schemaOf(type: string): ResourceSpec {
  const { resources } = require("../../../plugin/schema.json") as { resources: Record<string, ResourceSpec> };
  return resources[pluginToken(type)] as ResourceSpec;
}

/** The type of a property, without its texts. */
function shapeOf({ $ref, type, items }: Record<string, unknown> = {}): string {
  return canonicalJson({ $ref, type, items });
}
