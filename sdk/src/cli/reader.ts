import type { ConfigSource } from "../account/configuration";
import type { AnyHandler } from "../contract/resource";
import type { Engine } from "../provider/engine";
import { ResourceProtocol } from "../provider/protocol";
import { Session } from "../provider/session";
import { version } from "../util/version";
import { printNote } from "./output";

/** A command has no engine: it prints the messages itself. */
const ENGINE: Engine = {
  status() {},
  log: (_severity, _urn, text) => printNote(text),
  onCancel() {},
  onDisconnected() {},
};

/** Reads objects of one type with the code of the provider process. */
export function createReader(handler: AnyHandler, settings: ConfigSource): ResourceProtocol {
  const reader = new ResourceProtocol(handler, new Session({ version, engine: ENGINE }));
  reader.configure({ config: settings });
  return reader;
}
