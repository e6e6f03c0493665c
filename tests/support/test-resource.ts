import { canonicalJson, isObject, type JsonObject, omitNullish } from "../../sdk/src/util/json";
import { isPlainJson } from "./plain-json";

/** A resource in the state of the stack. */
export interface ResourceState {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** Set by a partial failure. The next run updates the resource even if nothing differs. */
  initErrors?: string[];
}

export type Step = "create" | "same" | "update" | "replace";

interface Failure {
  property: string;
  reason: string;
}

/** `check` returned failures, so the engine stops. */
export class CheckFailed extends Error {
  readonly failures: Failure[];

  constructor(printed: Failure[]) {
    const failures = printed.map(asReported);
    super(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
    this.failures = failures;
  }
}

/** A failure as a user reads it. If the failure has no property, the reason begins with the property path. */
function asReported({ property, reason }: Failure): Failure {
  const [, path = "", rest = ""] = /^([\w$]+(?:[.[][\w$.[\]]*)?) (.*)$/s.exec(reason) ?? [];
  return property === "" && path !== "" ? { property: path, reason: rest } : { property, reason };
}

/** The methods of a dynamic provider that the engine calls. */
export interface ProviderMethods {
  check(olds: JsonObject, news: JsonObject): Promise<{ inputs: JsonObject; failures: Failure[] }>;
  diff(
    id: string,
    olds: JsonObject,
    news: JsonObject,
  ): Promise<{ changes?: boolean | undefined; replaces?: string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: JsonObject): Promise<{ id: string; outs: JsonObject }>;
  read(id: string, properties: JsonObject): Promise<{ id?: string; props?: JsonObject; inputs?: JsonObject }>;
  update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }>;
  delete(id: string, properties: JsonObject): Promise<void>;
}

/**
 * One resource and its state. The methods call the provider in the order in which Pulumi's engine does: check, diff, and
 * the step that follows from the difference.
 */
export abstract class TestResource {
  state: ResourceState | undefined;
  readonly urn: string;
  private readonly providerText: string;

  constructor(
    type: string,
    readonly name: string,
  ) {
    this.urn = `urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;
    this.providerText = `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`;
  }

  /** The methods of the current provider process. */
  protected abstract readonly methods: ProviderMethods;

  /** Starts a new provider process, as every run of the CLI does. */
  abstract restart(): void | Promise<void>;

  /** What `pulumi up` does with the resource if the program declares these arguments. */
  async up(args: JsonObject, customTimeouts?: JsonObject): Promise<Step> {
    await this.restart();
    return this.apply(this.programInputs(args, customTimeouts));
  }

  /** What `pulumi up --replace` does. */
  async replaceBy(args: JsonObject): Promise<void> {
    await this.restart();
    const news = this.programInputs(args);
    await this.checkedInputs(this.currentState().inputs, news);
    await this.replace(news);
  }

  async refresh(): Promise<void> {
    const current = this.currentState();
    const { id, props = {}, inputs = current.inputs } = await this.methods.read(current.id, current.outputs);
    this.state = id
      ? { id, inputs: this.withProvider(inputs), outputs: this.withProvider(props) }
      : undefined;
  }

  /** What the static method `get` of a class does: the engine reads the object, with the declared properties. */
  async get(id: string, declared: JsonObject = {}): Promise<JsonObject> {
    const properties = this.withProvider({ ...declared, __urn: this.urn, __get: true });
    const { props = {} } = await this.methods.read(id, properties);
    return withoutHidden(props);
  }

  async destroy(): Promise<void> {
    await this.restart();
    if (this.state) await this.delete(this.state);
    this.state = undefined;
  }

  /** Calls only `check`. */
  async check(args: JsonObject, customTimeouts?: JsonObject) {
    const { inputs, failures } = await this.methods.check({}, this.programInputs(args, customTimeouts));
    return { inputs, failures: failures.map(asReported) };
  }

  /** Calls only `create`, with inputs that `check` returned. */
  createChecked(inputs: JsonObject): Promise<void> {
    return this.create(this.withProvider(inputs));
  }

  /** What `pulumi preview` calls. Returns the step. */
  async previewed(args: JsonObject, mark: true | "deletesFirst" = true): Promise<Step> {
    await this.restart();
    const news = { ...this.programInputs(args), __preview: mark };
    const inputs = await this.checkedInputs(this.state?.inputs ?? {}, news);
    if (!this.state) return "create";
    const { step } = await this.plan(this.state, inputs);
    if (step === "replace") await this.checkedInputs({}, news);
    return step;
  }

  /** What the preview of `--replace` calls: `check` for the resource as it is, and then as a new one. */
  async checkReplacement(args: JsonObject, mark: true | "deletesFirst" = true): Promise<void> {
    await this.restart();
    const news = { ...this.programInputs(args), __preview: mark };
    await this.checkedInputs(this.currentState().inputs, news);
    await this.checkedInputs({}, news);
  }

  /** The step that `pulumi preview` shows for an existing resource. */
  async preview(args: JsonObject): Promise<Step> {
    const current = this.currentState();
    const news = await this.checkedInputs(current.inputs, this.programInputs(args));
    return (await this.plan(current, news)).step;
  }

  /** Calls only `update`, without `diff`. */
  async update(inputs = this.currentState().inputs): Promise<void> {
    const { id, outputs } = this.currentState();
    await this.recordPartialFailure(inputs, async () => {
      const { outs } = await this.methods.update(id, outputs, inputs);
      this.state = { id, inputs, outputs: this.withProvider(outs) };
    });
  }

  /** The outputs without hidden properties. */
  get outputs(): JsonObject {
    return withoutHidden(this.currentState().outputs);
  }

  /** The inputs without hidden properties. */
  get inputs(): JsonObject {
    return withoutHidden(this.currentState().inputs);
  }

  private async apply(news: JsonObject): Promise<Step> {
    const inputs = await this.checkedInputs(this.state?.inputs ?? {}, news);
    if (!this.state) {
      await this.create(inputs);
      return "create";
    }
    const { step, diff } = await this.plan(this.state, inputs);
    if (step === "replace") await this.replace(news, diff.deleteBeforeReplace);
    if (step === "update") await this.update(inputs);
    return step;
  }

  private async plan({ id, outputs, inputs, initErrors }: ResourceState, news: JsonObject) {
    const diff = await this.methods.diff(id, outputs, news);
    const differs = diff.changes ?? asCompared(news) !== asCompared(inputs);
    const step: Step =
      differs && diff.replaces?.length ? "replace" : differs || initErrors ? "update" : "same";
    return { step, diff };
  }

  private async create(inputs: JsonObject): Promise<void> {
    await this.recordPartialFailure(inputs, async () => {
      const { id, outs } = await this.methods.create(inputs);
      if (typeof id !== "string" || id === "")
        throw new Error("The engine accepts no resource without an id.");
      this.state = { id, inputs, outputs: this.withProvider(outs) };
    });
  }

  private async replace(news: JsonObject, deletesFirst = false): Promise<void> {
    // The engine checks a replacement without the old inputs.
    const inputs = await this.checkedInputs({}, news);
    const old = this.currentState();
    if (deletesFirst) await this.delete(old);
    await this.create(inputs);
    if (!deletesFirst) await this.delete(old);
  }

  private async delete({ id, outputs }: ResourceState): Promise<void> {
    await this.methods.delete(id, outputs);
  }

  /** Writes the id and the properties of a partial failure to the state. */
  private async recordPartialFailure(inputs: JsonObject, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { id, properties, reasons } = error as {
        id?: string;
        properties?: JsonObject;
        reasons?: string[];
      };
      if (id && properties)
        this.state = { id, inputs, outputs: throughJson(properties), initErrors: reasons ?? [] };
      throw error;
    }
  }

  private async checkedInputs(olds: JsonObject, news: JsonObject): Promise<JsonObject> {
    const { inputs, failures } = await this.methods.check(olds, news);
    if (failures.length > 0) throw new CheckFailed(failures);
    return this.withProvider(inputs);
  }

  /** The inputs that the class would send for these arguments. */
  private programInputs(args: JsonObject, customTimeouts?: JsonObject): JsonObject {
    return this.withProvider({
      ...args,
      __urn: this.urn,
      ...(customTimeouts && { __timeouts: customTimeouts }),
    });
  }

  private currentState(): ResourceState {
    if (!this.state) throw new Error("The state does not contain the resource.");
    return this.state;
  }

  private withProvider(properties: JsonObject): JsonObject {
    return { ...properties, __provider: this.providerText };
  }
}

/** The engine takes a null in an object for a missing value. */
function asCompared(inputs: JsonObject): string {
  const text = JSON.stringify(inputs, (_key, value: unknown) =>
    isObject(value) ? omitNullish(value) : value,
  );
  return canonicalJson(JSON.parse(text));
}

function withoutHidden(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
}

/** A copy as the engine gets it. Throws for values that are not plain JSON, such as `undefined`. */
export function throughJson<T extends object>(value: T): T {
  if (!isPlainJson(value)) throw new Error(`The engine cannot receive ${JSON.stringify(value)}.`);
  return JSON.parse(JSON.stringify(value)) as T;
}
