import type { AnyResource } from "../operation/resource";
import type { LeaveOut } from "../platform/api/pages";
import type { ConfigSource } from "../platform/configuration";
import { type ImportedObject, importedObject } from "../provider/existing";
import { ResourceProvider } from "../provider/provider";
import { Session } from "../provider/session";
import type { Engine } from "../pulumi/internals/engine";
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
  private readonly provider: ResourceProvider;

  constructor(
    private readonly handler: AnyResource,
    session: Session,
    settings: ConfigSource,
  ) {
    this.provider = new ResourceProvider(handler, session);
    this.provider.configure(settings);
  }

  /** An object, by its id and the properties that the user declares beside it. */
  async read(id: string, scope: JsonObject): Promise<ImportedObject> {
    return importedObject(this.handler, await this.provider.readExisting(id, scope, {}));
  }

  /** All objects of a place that can be read whole. Throws if the deployment cannot list them. */
  async list(place: JsonObject, leaveOut: LeaveOut): Promise<ImportedObject[]> {
    const listed = await this.provider.list(place, leaveOut);
    return listed.map((object) => importedObject(this.handler, object));
  }
}

/** One reader for each handler. They share the limits of the account. */
export function createReaders(handlers: readonly AnyResource[], settings: ConfigSource): ObjectReader[] {
  const session = new Session({ process: "command", engine: NO_ENGINE });
  return handlers.map((handler) => new ObjectReader(handler, session, settings));
}
