import { readConfiguration } from "../../platform/configuration";
import type { ImportedObject, ResourceProtocol } from "../../pulumi/process/protocol";
import type { JsonObject } from "../../util/json";
import { COMMAND } from "../errors";
import { printNote } from "../output";
import { createReader } from "../reader";
import type { StackAccount } from "./account";
import { resourceNames } from "./names";
import { ManagedResources } from "./stack";
import type { ReadableHandler, Target } from "./target";

/** An object to import, with its name in the program. */
export interface NamedObject extends ImportedObject {
  name: string;
}

/** The objects to import, and why others cannot be imported. */
export interface ReadObjects {
  objects: NamedObject[];
  failures: unknown[];
}

/** Reads the objects to import. */
export class ObjectReader {
  private readonly reader: ResourceProtocol;
  private readonly managed: ManagedResources;

  constructor(
    private readonly handler: ReadableHandler,
    { settings, resources }: StackAccount,
  ) {
    this.reader = createReader(handler, settings);
    this.managed = new ManagedResources(handler, resources, readConfiguration(settings).baseUrl);
  }

  /** Reads one object. Throws if the stack has the object or the name already. */
  async one(id: string, scope: JsonObject, name: string): Promise<NamedObject> {
    const { type } = this.handler;
    const taken = this.managed.idOf(name);
    if (taken !== undefined) throw COMMAND.nameTaken.error({ type, name, id: taken });
    const object = await this.read(id, scope, name);
    const other = this.managed.nameOfObject(object.id);
    if (other !== undefined) throw COMMAND.alreadyManaged.error({ type, id: object.id, name: other });
    return object;
  }

  /** Reads all objects of a scope that the stack does not have. One that cannot be imported does not prevent the others. */
  async all(scope: JsonObject, prefix: string | undefined): Promise<ReadObjects> {
    const { type } = this.handler;
    const listed = await this.reader.listForImport(scope);
    if (listed.length === 0) throw COMMAND.noObjects.error({ type, scope: textOf(scope) });
    const others = listed.filter(({ id }) => !this.isManaged(id));
    const objectNames = others.map(({ name }) => name);
    const names = resourceNames(objectNames, prefix, this.managed.names);
    const results = await Promise.allSettled(
      others.map(({ id }, index) => this.read(id, scope, names[index] as string)),
    );
    return {
      objects: results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
      failures: results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
    };
  }

  private isManaged(id: string): boolean {
    const name = this.managed.nameOfObject(id);
    if (name !== undefined)
      printNote(`${this.handler.type} ${id} is in the stack already, as the resource ${name}.`);
    return name !== undefined;
  }

  private async read(id: string, scope: JsonObject, name: string): Promise<NamedObject> {
    const { type } = this.handler;
    const object = await this.reader.readForImport(id, scope);
    if (object.failures.length === 0) return { ...object, name };
    const problems = object.failures.map(({ property, reason }) => `${property} ${reason}`).join("; ");
    throw COMMAND.undeclarable.error({ type, id: object.id, problems });
  }
}

/** Reads what the user names: one object, or all objects of a scope. */
export async function readObjects(
  handler: ReadableHandler,
  account: StackAccount,
  { scope, id }: Target,
  name: string | undefined,
): Promise<ReadObjects> {
  const reader = new ObjectReader(handler, account);
  return id !== undefined && name !== undefined
    ? { objects: [await reader.one(id, scope, name)], failures: [] }
    : reader.all(scope, name);
}

function textOf(scope: JsonObject): string {
  return Object.entries(scope)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
