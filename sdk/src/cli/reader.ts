import type { CheckFailure } from "../errors/inputs";
import { idOf } from "../lifecycle/identity";
import { validate } from "../lifecycle/inputs/validate";
import { declaredPaths, inputsOf } from "../lifecycle/properties";
import type { AnyResource } from "../lifecycle/resource";
import type { LeaveOut } from "../platform/api/pages";
import type { ConfigSource } from "../platform/configuration";
import type { Engine } from "../pulumi/internals/engine";
import { type IdentifiedState, readExisting } from "../pulumi/process/existing";
import { Operations } from "../pulumi/process/operations";
import { ResourceAccount } from "../pulumi/process/resource-account";
import { Session } from "../pulumi/process/session";
import { storedOutputs } from "../pulumi/process/state";
import { type JsonObject, plainJson } from "../util/json";
import { COMMAND } from "./errors";
import { printNote } from "./output";

/** A command has no engine: it prints the messages itself. */
export const NO_ENGINE: Engine = {
  status() {},
  log: (_urn, text) => printNote(text),
  onCancel() {},
  onDisconnected() {},
};

/** An existing object as its creation would have stored it, without the provider text. */
export interface ImportedObject {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** Why the inputs cannot be declared. */
  failures: CheckFailure[];
}

/** Reads objects of one resource type, with the code of the provider process. */
export class ObjectReader {
  private readonly operations: Operations;

  constructor(
    private readonly handler: AnyResource,
    session: Session,
    settings: ConfigSource,
  ) {
    const account = new ResourceAccount(handler, session);
    account.configure(settings);
    this.operations = new Operations(handler, session, account);
  }

  /** An object, by its id and the properties that the user declares beside it. */
  async read(id: string, scope: JsonObject): Promise<ImportedObject> {
    const request = { kind: "read" as const, id };
    const read = this.operations.run(request, ({ reader }) => readExisting(this.handler, id, scope, reader));
    return this.imported(await read);
  }

  /** All objects of a place that can be read whole. Throws if the deployment cannot list them. */
  async list(place: JsonObject, leaveOut: LeaveOut): Promise<ImportedObject[]> {
    const { type, identity } = this.handler;
    return this.operations.run({ kind: "read" }, async ({ reader }) => {
      const objects = await identity?.list?.read(reader, place, leaveOut);
      if (objects === undefined || identity === undefined) throw COMMAND.unlistable.error({ type });
      const states = objects.map(({ state }) => plainJson(state));
      return states.map((state) => this.imported({ id: idOf(identity, state), state }));
    });
  }

  /**
   * An existing object as a resource with all of its inputs declared. An optional input that is a part of the id is left out: a
   * resource that declares it adopts the object.
   */
  private imported({ id, state }: IdentifiedState): ImportedObject {
    const { inputs: schema, properties, identity } = this.handler;
    const isAdoption = (name: string) => name in (identity?.id ?? {}) && properties[name]?.optional === true;
    const inputs = inputsOf(properties, state, (path) => !isAdoption(path));
    const outputs = storedOutputs(state, {}, declaredPaths(inputs, properties));
    return { id, inputs, outputs, failures: validate(schema, inputs) };
  }
}

/** One reader for each handler. They share the limits of the account. */
export function createReaders(handlers: readonly AnyResource[], settings: ConfigSource): ObjectReader[] {
  const session = new Session({ process: "command", engine: NO_ENGINE });
  return handlers.map((handler) => new ObjectReader(handler, session, settings));
}
