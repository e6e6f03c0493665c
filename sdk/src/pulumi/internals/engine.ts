import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { digest } from "../../util/digest";
import { printableLine, printableName, printableText } from "../../util/text";
import { classOf, nameOf } from "../names";
import { undocumented } from "./undocumented";

/** The connection to Pulumi's engine. It is optional: without an engine every call does nothing. */
export interface Engine {
  /** Shows a line in the resource's row until the next one, or in the stack's row if the resource is not known. */
  status(urn: string | undefined, text: string, severity?: "info" | "error"): void;
  /**
   * Prints a permanent line, for the resource, or for the stack if the resource is not known. Settles once the engine has it, and
   * never rejects.
   */
  log(urn: string | undefined, text: string, severity: "info" | "warning"): void | Promise<void>;
  /** Calls back when the user cancels the run, as with Ctrl-C. */
  onCancel(listener: () => void): void;
  /** Calls back when the connection to the engine is lost, at once if it is lost already. */
  onDisconnected(listener: () => void): void;
}

const NO_ENGINE: Engine = { status() {}, log() {}, onCancel() {}, onDisconnected() {} };

/**
 * The address of the engine that started this process: the last command-line argument. This is not documented, so any
 * other argument means that there is no engine.
 */
export function engineAddress(argv: string[] = process.argv): string | undefined {
  const address = argv.at(-1) ?? "";
  return /^\S+:\d+$/.test(address) ? address : undefined;
}

/** Without an engine, the process is a run of its own. */
const LONE_RUN = randomBytes(4).toString("hex");

/** Identifies a run of Pulumi: its processes have the same engine. */
export function runOf(engineAddress: string | undefined): string {
  return engineAddress ? digest(engineAddress, 8) : LONE_RUN;
}

/** `load`: the `require` of the dynamic-provider process, which has loaded its copies of grpc and of the messages already. */
export function connectEngine(argv?: string[], load = requireOfMain()): Engine {
  const address = engineAddress(argv);
  if (address === undefined || load === undefined) return NO_ENGINE;
  const lost = "the progress of resources, their warnings, and an ordered end after Ctrl-C";
  return undocumented(lost, () => new EngineConnection(address, load), NO_ENGINE);
}

function requireOfMain(): NodeJS.Require | undefined {
  return require.main && createRequire(require.main.filename);
}

// The connectivity states of a channel in grpc-js.
const READY = 2;
const TRANSIENT_FAILURE = 3;

class EngineConnection implements Engine {
  private readonly client: EngineClient;
  private readonly messages: typeof import("@pulumi/pulumi/proto/engine_pb");
  private readonly listeners: Array<() => void> = [];
  private wasReady = false;
  private disconnected = false;
  /** The last permanent line. */
  private last: Promise<void> = Promise.resolve();

  constructor(address: string, load: NodeJS.Require) {
    const { EngineClient: Client } = load(
      "@pulumi/pulumi/proto/engine_grpc_pb",
    ) as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
    const grpc = load("@grpc/grpc-js");
    this.messages = load("@pulumi/pulumi/proto/engine_pb");
    this.client = new Client(address, grpc.credentials.createInsecure());
    this.watch();
  }

  status(urn: string | undefined, text: string, severity: "info" | "error" = "info"): void {
    const { LogSeverity: levels } = this.messages;
    void this.send(severity === "error" ? levels.ERROR : levels.INFO, urn ?? "", printableLine(text), true);
  }

  /**
   * In rows, a line is below its resource. The view of `--diff` prints lines one after the other, and status lines too: so a
   * status line names the resource before. Rows show only the first line of a status, which is empty here.
   */
  log(urn: string | undefined, text: string, severity: "info" | "warning"): Promise<void> {
    const { LogSeverity: levels } = this.messages;
    const level = severity === "warning" ? levels.WARNING : levels.INFO;
    const heading = urn && `\n${classOf(urn)} "${printableName(nameOf(urn))}":`;
    // One after the other, so that no line is between a heading and its own.
    this.last = this.last
      .then(() => (heading ? this.send(levels.INFO, urn, heading, true) : undefined))
      .then(() => this.send(level, urn ?? "", printableText(text), false));
    return this.last;
  }

  /**
   * The dynamic-provider process answers the engine's Cancel call without forwarding it, so the incoming HTTP/2 stream
   * is observed.
   */
  onCancel(listener: () => void): void {
    subscribe("http2.server.stream.start", (message) => {
      const { headers } = message as { headers?: Record<string, unknown> };
      if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") listener();
    });
  }

  onDisconnected(listener: () => void): void {
    if (this.disconnected) listener();
    else this.listeners.push(listener);
  }

  private async send(severity: LogSeverity, urn: string, text: string, ephemeral: boolean): Promise<void> {
    if (this.disconnected) return;
    const request = new this.messages.LogRequest();
    request.setSeverity(severity);
    request.setUrn(urn);
    request.setMessage(text);
    request.setEphemeral(ephemeral);
    await new Promise<void>((resolve) => {
      this.client.log(request, () => resolve());
    });
  }

  /** An engine that cannot be reached after it was connected has ended: no engine comes back to the same address. */
  private watch(): void {
    const channel = this.client.getChannel();
    const state = channel.getConnectivityState(true);
    if (state === READY) this.wasReady = true;
    if (state === TRANSIENT_FAILURE && this.wasReady) {
      this.disconnected = true;
      for (const listener of this.listeners) listener();
      return;
    }
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => this.watch());
  }
}
