import type { AnyHandler } from "../lifecycle/handler";
import type { ConfigSource } from "../platform/configuration";
import type { Engine } from "../pulumi/internals/engine";
import { ResourceProtocol } from "../pulumi/process/protocol";
import { Session } from "../pulumi/process/session";
import { printNote } from "./output";

/** A command has no engine: it prints the messages itself. */
export const NO_ENGINE: Engine = {
  status() {},
  log: (_severity, _urn, text) => printNote(text),
  onCancel() {},
  onDisconnected() {},
};

/** Read objects with the code of the provider process, one reader for each handler. They share the limits of the account. */
export function createReaders(handlers: readonly AnyHandler[], settings: ConfigSource): ResourceProtocol[] {
  const session = new Session({ process: "command", engine: NO_ENGINE });
  return handlers.map((handler) => {
    const reader = new ResourceProtocol(handler, session);
    reader.configure({ config: settings });
    return reader;
  });
}
