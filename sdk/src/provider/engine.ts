import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { printableLine, printableText } from "../util/text";

/** The line to Pulumi's engine. All of it is a courtesy: without an engine every call does nothing. */
export interface Engine {
  /** Shows a line in the resource's row until the next one. */
  status(urn: string, text: string): void;
  /** Prints a line that stays, with the resource, or with the stack where the resource is not known. */
  log(severity: "info" | "warning", urn: string | undefined, text: string): void;
  /** Calls back when the user wants the run to end, as with Ctrl-C. */
  onCancel(listener: () => void): void;
  /** Calls back when the engine has gone, at once if it has. */
  onGone(listener: () => void): void;
}

const NO_ENGINE: Engine = { status() {}, log() {}, onCancel() {}, onGone() {} };

/**
 * The address of the engine that started this process: its last argument. Nothing of that is documented, so whatever
 * is not as expected means that there is no engine to talk to.
 */
export function engineAddress(argv: string[] = process.argv): string | undefined {
  const address = argv.at(-1) ?? "";
  return /^\S+:\d+$/.test(address) ? address : undefined;
}

export function connectEngine(argv?: string[]): Engine {
  const address = engineAddress(argv);
  if (address === undefined || !require.main) return NO_ENGINE;
  try {
    return new EngineConnection(address, createRequire(require.main.filename));
  } catch {
    return NO_ENGINE;
  }
}

// grpc-js's numbers for the states of a channel.
const READY = 2;
const TRANSIENT_FAILURE = 3;

class EngineConnection implements Engine {
  private readonly client: EngineClient;
  private readonly messages: typeof import("@pulumi/pulumi/proto/engine_pb");
  private readonly listeners: Array<() => void> = [];
  private wasReady = false;
  private gone = false;

  /** `load` is the dynamic-provider process's own require: its copies of grpc and of the messages are loaded already. */
  constructor(address: string, load: NodeJS.Require) {
    const { EngineClient: Client } = load(
      "@pulumi/pulumi/proto/engine_grpc_pb",
    ) as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
    const grpc = load("@grpc/grpc-js");
    this.messages = load("@pulumi/pulumi/proto/engine_pb");
    this.client = new Client(address, grpc.credentials.createInsecure());
    this.watch();
  }

  status(urn: string, text: string): void {
    this.send(this.messages.LogSeverity.INFO, urn, text, true);
  }

  log(severity: "info" | "warning", urn: string | undefined, text: string): void {
    const { LogSeverity: levels } = this.messages;
    this.send(severity === "warning" ? levels.WARNING : levels.INFO, urn ?? "", text, false);
  }

  /** The process takes this call of the engine and hands it on to nobody: so it is seen as it comes in. */
  onCancel(listener: () => void): void {
    subscribe("http2.server.stream.start", (message) => {
      const { headers } = message as { headers?: Record<string, unknown> };
      if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") listener();
    });
  }

  onGone(listener: () => void): void {
    if (this.gone) listener();
    else this.listeners.push(listener);
  }

  private send(severity: LogSeverity, urn: string, text: string, ephemeral: boolean): void {
    if (this.gone) return;
    const request = new this.messages.LogRequest();
    request.setSeverity(severity);
    request.setUrn(urn);
    request.setMessage(ephemeral ? printableLine(text) : printableText(text));
    request.setEphemeral(ephemeral);
    this.client.log(request, () => {});
  }

  /** An engine that was there and cannot be reached any more has gone: it never comes back to the same address. */
  private watch(): void {
    const channel = this.client.getChannel();
    const state = channel.getConnectivityState(true);
    if (state === READY) this.wasReady = true;
    if (state === TRANSIENT_FAILURE && this.wasReady) {
      this.gone = true;
      for (const listener of this.listeners) listener();
      return;
    }
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => this.watch());
  }
}
