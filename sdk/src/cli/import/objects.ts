import { EXISTING } from "../../errors/existing";
import { uniqueKeysOf } from "../../lifecycle/creation";
import { canonicalId } from "../../lifecycle/identity";
import type { ImportedObject } from "../../pulumi/imported";
import { isPending } from "../../pulumi/process/state";
import { canonicalJson, type Json, type JsonObject } from "../../util/json";
import { COMMAND } from "../errors";
import { createReaders, type ObjectReader } from "../reader";
import type { StackAccount } from "./account";
import { resourceName } from "./names";
import { type ManagedResource, ManagedResources } from "./stack";
import type { ReadableHandler, Target } from "./target";

/** An object to import, with its class and its name in the program. */
export interface NamedObject extends ImportedObject {
  type: string;
  name: string;
  /** An earlier run has imported the object, and no `pulumi up` has declared it since. It is only printed. */
  isInState?: true;
}

/** What an import has found. */
export interface FoundObjects {
  objects: NamedObject[];
  /** How many objects of each class the stack has already. */
  managed: Map<string, number>;
  /** Why other objects, or whole lists, cannot be imported. */
  failures: unknown[];
}

/** Reads what the user names. A target that cannot be read does not prevent the others. */
export async function findObjects(targets: readonly Target[], account: StackAccount): Promise<FoundObjects> {
  const handlers = [...new Set(targets.map(({ handler }) => handler))];
  const readers = createReaders(handlers, account.settings);
  const found = await Promise.all(
    handlers.map((handler, index) =>
      new ObjectFinder(handler, account, readers[index] as ObjectReader).find(
        targets.filter((target) => target.handler === handler),
      ),
    ),
  );
  return {
    objects: found.flatMap(({ objects }) => objects),
    managed: new Map(found.flatMap(({ managed }) => [...managed])),
    failures: found.flatMap(({ failures }) => failures),
  };
}

/** Finds the objects of one class. */
class ObjectFinder {
  private readonly managed: ManagedResources;
  /** What no two resources of the account may share, with the id of the object that has it. */
  private readonly keys = new Map<string, string>();
  private readonly objects: NamedObject[] = [];
  private readonly failures: unknown[] = [];
  /** The ids of all objects that were found. */
  private readonly ids = new Set<string>();
  private managedCount = 0;

  constructor(
    private readonly handler: ReadableHandler,
    account: StackAccount,
    private readonly reader: ObjectReader,
  ) {
    this.managed = new ManagedResources(handler, account);
    for (const { objectId, inputs } of this.managed.ofAccount)
      for (const key of keysOf(handler, inputs)) this.claim(key, objectId);
  }

  async find(targets: readonly Target[]): Promise<FoundObjects> {
    const results = await Promise.allSettled(targets.map((target) => this.read(target)));
    const found = targets.flatMap((target, index) => {
      const result = results[index] as PromiseSettledResult<ImportedObject[]>;
      if (result.status === "rejected") this.failures.push(result.reason);
      return result.status === "rejected" ? [] : [{ target, listed: result.value }];
    });
    // An object that is named keeps its name if a list has it as well.
    found.sort((one, other) => Number(one.target.id === undefined) - Number(other.target.id === undefined));
    for (const { target, listed } of found)
      for (const object of listed) this.attempt(() => this.add(object, target));
    const managed = new Map(this.managedCount > 0 ? [[this.handler.type, this.managedCount]] : []);
    return { objects: this.objects, managed, failures: this.failures };
  }

  private async read({ id, scope }: Target): Promise<ImportedObject[]> {
    if (id !== undefined) return [await this.reader.read(id, scope)];
    const { type } = this.handler;
    let isEmpty = true;
    const listed = await this.reader.list(scope, (object) => {
      isEmpty = false;
      this.failures.push(EXISTING.leftOut.error({ type, ...object }));
    });
    if (listed.length === 0 && isEmpty) throw COMMAND.noObjects.error({ type, scope: textOf(scope) });
    return listed;
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failures.push(error);
    }
  }

  private add(object: ImportedObject, { name: given, id: named }: Target): void {
    const { type } = this.handler;
    const { id } = object;
    if (this.ids.has(canonicalId(id))) return;
    this.ids.add(canonicalId(id));
    const exact = named === undefined ? undefined : given;
    const other = this.managed.find(id);
    if (other !== undefined && exact !== undefined && exact !== other.name)
      throw COMMAND.alreadyManaged.error({ type, id, name: other.name });
    if (other?.isUndeclared) this.push(asInState(object, other), other.name, { isInState: true });
    else if (other !== undefined || this.isPending(object)) this.managedCount++;
    else this.push(object, exact === undefined ? this.derive(object, given) : this.free(exact));
  }

  /** Whether the object may be that of an interrupted creation, which the next `pulumi up` finds by its unique key. */
  private isPending({ inputs, failures }: ImportedObject): boolean {
    if (failures.length > 0) return false;
    return uniqueKeysOf(this.handler.creation(inputs)).some(({ key }) => isPending(this.keys.get(key) ?? ""));
  }

  private push(object: ImportedObject, name: string, origin: Pick<NamedObject, "isInState"> = {}): void {
    const { type } = this.handler;
    const { id, failures } = object;
    const problems = failures.map(({ property, reason }) => `${property} ${reason}`).join("; ");
    if (problems && !origin.isInState) throw COMMAND.undeclarable.error({ type, id, problems });
    this.objects.push({ ...object, ...origin, type, name, inputs: this.distinct(object) });
  }

  /** The inputs, so that no other resource has the same unique key. */
  private distinct({ id, inputs }: ImportedObject): JsonObject {
    const { type, inputs: schema } = this.handler;
    const taken = uniqueKeysOf(this.handler.creation(inputs)).find(({ key }) => !this.claim(key, id));
    if (taken === undefined) return inputs;
    // Where a second, equal object is possible, the inputs say so.
    const second = { ...inputs, ifExists: "create" };
    if (schema.safeParse(second).success) return second;
    const problems = `another resource has the same ${taken.property}: ${taken.reason}`;
    throw COMMAND.undeclarable.error({ type, id, problems });
  }

  /** Whether the object has this unique key, and no other one. */
  private claim(key: string, id: string): boolean {
    const owner = this.keys.get(key) ?? canonicalId(id);
    this.keys.set(key, owner);
    return owner === canonicalId(id);
  }

  private free(name: string): string {
    const taken = this.managed.idOf(name);
    if (taken !== undefined) throw COMMAND.nameTaken.error({ type: this.handler.type, name, id: taken });
    return name;
  }

  private derive({ id, outputs }: ImportedObject, prefix: string | undefined): string {
    const { type, identity } = this.handler;
    const objectName = identity.nameOf?.(outputs) || `${kebabCase(type)}-${id}`;
    const taken = [...this.managed.names, ...this.objects.map(({ name }) => name)];
    return resourceName(objectName, prefix, taken);
  }
}

/** The object with the inputs of its resource. Those that have not changed keep their order. */
function asInState(object: ImportedObject, { inputs }: ManagedResource): ImportedObject {
  const names = Object.keys({ ...object.inputs, ...inputs }).filter((name) => name in inputs);
  const entries = names.map((name) => {
    const [live, stored] = [object.inputs[name] as Json, inputs[name] as Json];
    return [name, canonicalJson(live) === canonicalJson(stored) ? live : stored];
  });
  return { ...object, inputs: Object.fromEntries(entries) };
}

/** Keys of a resource in the state. One whose inputs this version does not accept has none. */
function keysOf(handler: ReadableHandler, inputs: JsonObject): string[] {
  const { data } = handler.inputs.safeParse(inputs);
  return data ? uniqueKeysOf(handler.creation(data)).map(({ key }) => key) : [];
}

function textOf(scope: JsonObject): string {
  return Object.entries(scope)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** `EdgeGroup` → `edge-group`. */
function kebabCase(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
