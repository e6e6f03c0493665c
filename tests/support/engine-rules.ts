import { canonicalJson, type JsonObject } from "../../sdk/src/util/json";
import { isPlainJson } from "./plain-json";

/** A resource as the engine keeps it between runs. */
export interface Kept {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** There when the last operation broke off: the next run updates the resource even if nothing differs. */
  initErrors?: string[];
  /** It was deleted to be replaced, and the replacement has failed: it is made by the next run. */
  pendingReplacement?: boolean;
}

export type Step = "create" | "same" | "update" | "replace";

/** A check that failed: the engine goes no further. */
export class CheckFailed extends Error {
  readonly failures: Array<{ property: string; reason: string }>;

  constructor(printed: Array<{ property: string; reason: string }>) {
    const failures = printed.map(asRead);
    super(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
    this.failures = failures;
  }
}

/** A failure as a user reads it: one without a property of its own names the property first. */
function asRead({ property, reason }: { property: string; reason: string }) {
  const [, path = "", rest = ""] = /^([\w$]+(?:[.[][\w$.[\]]*)?) (.*)$/s.exec(reason) ?? [];
  return property === "" && path !== "" ? { property: path, reason: rest } : { property, reason };
}

/** What the engine asks of the process that has the code of a resource, and in which form it is answered. */
export interface Methods {
  check(
    olds: JsonObject,
    news: JsonObject,
  ): Promise<{ inputs: JsonObject; failures: Array<{ property: string; reason: string }> }>;
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
 * One resource that is taken through its life by the engine's own rules: check, diff, and what follows from that.
 * Everything that the engine would send over its wire goes through JSON here.
 */
export abstract class EngineRules {
  state: Kept | undefined;
  /** What was replaced and could not be deleted: every run tries that again. */
  condemned: Kept[] = [];
  readonly urn: string;
  private readonly text: string;

  constructor(
    type: string,
    readonly name: string,
  ) {
    this.urn = `urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;
    this.text = `exports.handler=()=>require("pulumi-cloudplatform/provider").${type}`;
  }

  /** Those of the process of this run. */
  protected abstract readonly methods: Methods;

  /** Ends the provider process and begins another, as every run of the CLI does. */
  abstract restart(): void | Promise<void>;

  /** What `pulumi up` does with the resource when the program declares these arguments. */
  async up(args: JsonObject, customTimeouts?: JsonObject): Promise<Step> {
    await this.restart();
    const step = await this.bring(this.declared(args, customTimeouts));
    await this.deleteCondemned();
    return step;
  }

  /** What `pulumi up --replace` does. */
  async replaceBy(args: JsonObject, options: { deleteBeforeReplace?: boolean } = {}): Promise<void> {
    await this.restart();
    await this.replace(this.declared(args), options);
  }

  async refresh(): Promise<void> {
    this.state = await this.seen();
  }

  /** What the static method `get` of a class does: the engine reads the object, with the properties that are declared. */
  async get(id: string, declared: JsonObject = {}): Promise<JsonObject> {
    const properties = this.withText({ ...declared, __urn: this.urn, __get: true });
    const read = await this.methods.read(id, wire(properties));
    return own(wire((read.props ?? {}) as JsonObject));
  }

  /** What a refresh would put into the state. */
  async seen(): Promise<Kept | undefined> {
    const known = this.known();
    const read = await this.methods.read(known.id, wire(known.outputs));
    const { id, props = {}, inputs = known.inputs } = wire(read as JsonObject) as typeof read;
    return id ? { id, inputs: this.withText(inputs), outputs: this.withText(props) } : undefined;
  }

  async destroy(): Promise<void> {
    await this.restart();
    if (this.state) await this.delete(this.state);
    this.state = undefined;
    await this.deleteCondemned();
  }

  /** Check alone: what is wrong with these arguments. */
  async check(args: JsonObject, customTimeouts?: JsonObject) {
    const { inputs, failures } = await this.methods.check({}, wire(this.declared(args, customTimeouts)));
    return { inputs, failures: failures.map(asRead) };
  }

  /** Create alone, with inputs that check has returned. */
  createChecked(inputs: JsonObject): Promise<void> {
    return this.create(this.withText(wire(inputs)));
  }

  /** Diff alone, against the state. */
  async diff(args: JsonObject) {
    const { id, inputs, outputs } = this.known();
    return this.methods.diff(id, wire(outputs), wire(await this.checked(inputs, this.declared(args))));
  }

  /** What `pulumi preview` says of a resource that there is. */
  async preview(args: JsonObject): Promise<Step> {
    const known = this.known();
    return (await this.planned(known, await this.checked(known.inputs, this.declared(args)))).step;
  }

  /** Update alone, whatever diff says. */
  async update(inputs = this.known().inputs): Promise<void> {
    const { id, outputs } = this.known();
    await this.keepPart(inputs, async () => {
      const { outs } = await this.methods.update(id, wire(outputs), wire(inputs));
      this.state = { id, inputs, outputs: this.withText(wire(outs)) };
    });
  }

  /** The outputs without what travels beside them. */
  get outputs(): JsonObject {
    return own(this.known().outputs);
  }

  get inputs(): JsonObject {
    return own(this.known().inputs);
  }

  private async bring(news: JsonObject): Promise<Step> {
    const inputs = await this.checked(this.state?.inputs ?? {}, news);
    if (!this.state) {
      await this.create(inputs);
      return "create";
    }
    const { step, diff } = await this.planned(this.state, inputs);
    if (step === "replace") await this.replace(news, diff);
    if (step === "update") await this.update(inputs);
    return step;
  }

  private async planned({ id, outputs, inputs, initErrors }: Kept, news: JsonObject) {
    const diff = await this.methods.diff(id, wire(outputs), wire(news));
    const differs = diff.changes ?? canonicalJson(news) !== canonicalJson(inputs);
    const step: Step =
      differs && diff.replaces?.length ? "replace" : differs || initErrors ? "update" : "same";
    return { step, diff };
  }

  private async create(inputs: JsonObject): Promise<void> {
    await this.keepPart(inputs, async () => {
      const { id, outs } = await this.methods.create(wire(inputs));
      if (typeof id !== "string" || id === "") throw new Error("The engine takes no resource without an id.");
      this.state = { id, inputs, outputs: this.withText(wire(outs)) };
    });
  }

  private async replace(news: JsonObject, { deleteBeforeReplace }: { deleteBeforeReplace?: boolean }) {
    // A replacement is checked anew, without the old inputs.
    const inputs = await this.checked({}, news);
    const old = this.known();
    if (deleteBeforeReplace) {
      if (!old.pendingReplacement) await this.delete(old);
      this.state = { ...old, pendingReplacement: true };
      await this.create(inputs);
      return;
    }
    try {
      await this.create(inputs);
    } finally {
      // Also where the new one is there in part.
      if (this.state !== old) this.condemned.push(old);
    }
    await this.deleteCondemned();
  }

  private async deleteCondemned(): Promise<void> {
    for (const each of [...this.condemned]) {
      await this.delete(each);
      this.condemned = this.condemned.filter((other) => other !== each);
    }
  }

  private async delete({ id, outputs }: Kept): Promise<void> {
    await this.methods.delete(id, wire(outputs));
  }

  /** A failure that names an id and properties leaves the resource in the state. */
  private async keepPart(inputs: JsonObject, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { id, properties, reasons } = error as {
        id?: string;
        properties?: JsonObject;
        reasons?: string[];
      };
      if (id && properties) this.state = { id, inputs, outputs: wire(properties), initErrors: reasons ?? [] };
      throw error;
    }
  }

  private async checked(olds: JsonObject, news: JsonObject): Promise<JsonObject> {
    const { inputs, failures } = await this.methods.check(wire(olds), wire(news));
    if (failures.length > 0) throw new CheckFailed(failures);
    return this.withText(wire(inputs));
  }

  private declared(args: JsonObject, customTimeouts?: JsonObject): JsonObject {
    return this.withText({
      ...args,
      __urn: this.urn,
      ...(customTimeouts && { __timeouts: customTimeouts }),
    });
  }

  private known(): Kept {
    if (!this.state) throw new Error("There is no such resource in the state.");
    return this.state;
  }

  private withText(properties: JsonObject): JsonObject {
    return { ...properties, __provider: this.text };
  }
}

function own(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
}

/** The engine's wire: plain JSON and nothing else, least of all `undefined`. */
export function wire<T extends JsonObject>(value: T): T {
  if (!isPlainJson(value)) throw new Error(`The engine's wire does not carry ${JSON.stringify(value)}.`);
  return JSON.parse(JSON.stringify(value)) as T;
}
