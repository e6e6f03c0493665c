import type { AnyResource } from "../lifecycle/resource";
import type { LeaveOut } from "../platform/api/pages";
import type { ConfigSource } from "../platform/configuration";
import { type ImportedObject, importedObject } from "../pulumi/imported";
import type { Engine } from "../pulumi/internals/engine";
import { listExisting, readExisting } from "../pulumi/process/existing";
import { Operations } from "../pulumi/process/operations";
import { ResourceAccount } from "../pulumi/process/resource-account";
import { Session } from "../pulumi/process/session";
import type { JsonObject } from "../util/json";
import { printNote } from "./output";

/** A command has no engine: it prints the messages itself. */
export const NO_ENGINE: Engine = {
  status() {},
  log: (_urn, text) => printNote(text),
  onCancel() {},
  onDisconnected() {},
};

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
    return importedObject(this.handler, await read);
  }

  /** All objects of a place that can be read whole. Throws if the deployment cannot list them. */
  async list(place: JsonObject, leaveOut: LeaveOut): Promise<ImportedObject[]> {
    const listed = await this.operations.run({ kind: "read" }, ({ reader }) =>
      listExisting(this.handler, place, reader, leaveOut),
    );
    return listed.map((object) => importedObject(this.handler, object));
  }
}

/** One reader for each handler. They share the limits of the account. */
export function createReaders(handlers: readonly AnyResource[], settings: ConfigSource): ObjectReader[] {
  const session = new Session({ process: "command", engine: NO_ENGINE });
  return handlers.map((handler) => new ObjectReader(handler, session, settings));
}
