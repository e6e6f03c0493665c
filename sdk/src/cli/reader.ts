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

/** Reads objects of one type with the code of the provider process. */
export function createReader(handler: AnyHandler, settings: ConfigSource): ResourceProtocol {
  const reader = new ResourceProtocol(handler, new Session({ process: "command", engine: NO_ENGINE }));
  reader.configure({ config: settings });
  return reader;
}
