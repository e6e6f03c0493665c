import { inputsIn } from "../../doors/stored";
import { EXISTING } from "../../errors/existing";
import { uniqueKeysOf } from "../../operation/creation";
import { canonicalId, objectName } from "../../operation/identity";
import type { ImportedObject } from "../../provider/existing";
import { objectIdOf } from "../../provider/state";
import { classOfToken, nameOf } from "../../pulumi/names";
import type { JsonObject } from "../../util/json";
import { COMMAND } from "../errors";
import { createReaders, type ObjectReader } from "../reader";
import { declaredProvider } from "../stack-provider";
import type { StackAccount } from "./account";
import { resourceName } from "./names";
import type { ReadableHandler, Target } from "./target";

/** An object to import, with its class and its name in the program. */
export interface NamedObject extends ImportedObject {
  type: string;
  name: string;
}

/** What an import has found. */
export interface FoundObjects {
  objects: NamedObject[];
  /** The resources that are such objects already. */
  managed: Array<{ type: string; name: string }>;
  /** Why other objects, or whole lists, cannot be imported. */
  failures: unknown[];
}

/** Reads what the user names. A target that cannot be read does not prevent the others. */
export async function findObjects(targets: readonly Target[], account: StackAccount): Promise<FoundObjects> {
  const found: FoundObjects = { objects: [], managed: [], failures: [] };
  const handlers = [...new Set(targets.map(({ handler }) => handler))];
  const readers = createReaders(handlers, account.settings);
  for (const [index, handler] of handlers.entries()) {
    const finder = new ObjectFinder(handler, account, readers[index] as ObjectReader, found);
    await finder.find(targets.filter((target) => target.handler === handler));
  }
  return found;
}

/** Finds the objects of one class. */
class ObjectFinder {
  /** The names of the resources of the stack, by the ids of their objects. */
  private readonly managed = new Map<string, string>();
  private readonly takenNames: string[] = [];
  /** What no two resources of the account may share. */
  private readonly takenKeys = new Set<string>();
  private readonly seenIds = new Set<string>();

  constructor(
    private readonly handler: ReadableHandler,
    { resources, references }: StackAccount,
    private readonly reader: ObjectReader,
    private readonly found: FoundObjects,
  ) {
    const own = resources.filter((one) => classOfToken(one.type) === handler.type && !one.delete);
    for (const { urn, id = "", inputs = {}, outputs = {}, external, provider } of own) {
      this.takenNames.push(nameOf(urn));
      if (!external) this.managed.set(canonicalId(objectIdOf(handler, id, outputs)), nameOf(urn));
      if (declaredProvider(provider) === (references.provider ?? ""))
        for (const key of keysOf(handler, inputsIn(inputs).values)) this.takenKeys.add(key);
    }
  }

  async find(targets: readonly Target[]): Promise<void> {
    // An object that is named keeps its name if a list has it as well.
    const isPlace = ({ id }: Target) => Number(id === undefined);
    const ordered = [...targets].sort((one, other) => isPlace(one) - isPlace(other));
    const results = await Promise.allSettled(ordered.map((target) => this.read(target)));
    for (const [index, result] of results.entries())
      if (result.status === "rejected") this.found.failures.push(result.reason);
      else for (const object of result.value) this.add(object, ordered[index] as Target);
  }

  private async read({ id, scope }: Target): Promise<ImportedObject[]> {
    if (id !== undefined) return [await this.reader.read(id, scope)];
    const { type } = this.handler;
    return this.reader.list(scope, (object) => {
      this.found.failures.push(EXISTING.leftOut.error({ type, ...object }));
    });
  }

  private add(object: ImportedObject, target: Target): void {
    const { type } = this.handler;
    const id = canonicalId(object.state.id);
    if (this.seenIds.has(id)) return;
    this.seenIds.add(id);
    const owner = this.managed.get(id);
    if (owner !== undefined) {
      this.found.managed.push({ type, name: owner });
      return;
    }
    try {
      const inputs = this.declarableInputs(object);
      const name = (target.id !== undefined && target.name) || this.deriveName(object, target.name);
      this.takenNames.push(name);
      this.found.objects.push({ ...object, type, name, inputs });
    } catch (error) {
      this.found.failures.push(error);
    }
  }

  /** The inputs, so that no other resource has the same unique key. */
  private declarableInputs({ state: { id }, inputs, failures }: ImportedObject): JsonObject {
    const { type, inputs: schema } = this.handler;
    const undeclarable = (problems: string) => COMMAND.undeclarable.error({ type, id, problems });
    if (failures.length > 0)
      throw undeclarable(failures.map(({ property, reason }) => `${property} ${reason}`).join("; "));
    const keys = uniqueKeysOf(this.handler.creation(inputs));
    const taken = keys.find(({ key }) => this.takenKeys.has(key));
    for (const { key } of keys) this.takenKeys.add(key);
    if (taken === undefined) return inputs;
    // Where a second, equal object is possible, the inputs say so.
    const second = { ...inputs, ifExists: "create" };
    if (schema.safeParse(second).success) return second;
    throw undeclarable(`another resource has the same ${taken.property}: ${taken.reason}`);
  }

  private deriveName({ state: { id, values } }: ImportedObject, prefix: string | undefined): string {
    const name = objectName(values) || `${kebabCase(this.handler.type)}-${id}`;
    return resourceName(name, prefix, this.takenNames);
  }
}

/** Keys of a resource in the state. One whose inputs this version does not accept has none. */
function keysOf(handler: ReadableHandler, inputs: JsonObject): string[] {
  const { data } = handler.inputs.safeParse(inputs);
  return data ? uniqueKeysOf(handler.creation(data)).map(({ key }) => key) : [];
}

/** `EdgeGroup` → `edge-group`. */
function kebabCase(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
